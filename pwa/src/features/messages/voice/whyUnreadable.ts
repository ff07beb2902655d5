import { isOfServer } from '../../../base/api/ofServer.ts';
import type { PlaybackFailure, VoiceSource } from './player.ts';

/** Short, because the audio element has already waited. */
const patienceMs = 5_000;

/** In these files sound is always Opus, which some browsers that know the file type can't play. */
const opusFiles: readonly string[] = ['audio/webm', 'audio/ogg'];

export type UnreadableReason = Extract<PlaybackFailure, 'away' | 'broken' | 'unplayable'>;

/**
 * Why an audio element can't read its source: no answer of our server or a failure of it, a type that the browser
 * doesn't play, or damaged sound. `navigator.onLine` is true without internet, too.
 * @param canPlay as `HTMLMediaElement.canPlayType`
 */
export async function whyUnreadable(
  source: VoiceSource,
  canPlay: (type: string) => string,
): Promise<UnreadableReason> {
  const type = typeof source === 'string' ? await typeOnServer(source) : source.type;
  if (type === null) return 'away';
  const [name = ''] = type.split(';');
  if (!name.startsWith('audio/')) return 'broken';
  return canPlay(opusFiles.includes(name) ? `${name}; codecs=opus` : name) === '' ? 'unplayable' : 'broken';
}

/** Null without an answer of our server. */
async function typeOnServer(address: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(patienceMs);
    const answer = await fetch(address, { method: 'HEAD', signal });
    const isAway = !isOfServer(answer) || answer.status >= 500;
    return isAway ? null : (answer.headers.get('content-type') ?? '');
  } catch {
    return null;
  }
}
