import { isOfServer } from '../../../base/api/ofServer.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { keepSound } from '../../../device/offline/sounds.ts';
import { levelsOf, peaksOf } from './loudness.ts';

/** Decoding longer recordings costs too much. */
export const measuredSecondsMax = 120;
/** Samples per second, the fewest that browsers decode to. */
const sampleRate = 8000;

/** Addresses that this tab tried to measure, and those stored when played. */
const tried = new Set<string>();
const heard = new Set<string>();
let last: Promise<void> = Promise.resolve();

/**
 * Stores a recording and its waveform, one at a time and each once. Ignores failures: the waveform is decoration, and
 * the player reports unplayable sound.
 */
export function measure(db: MemberDatabase, id: string, url: string): void {
  if (tried.has(url)) return;
  tried.add(url);
  last = last.then(() => measureNow(db, id, url)).catch(() => undefined);
}

/** Stores a recording while it plays from the server. Ignores failures. */
export function keepHeard(db: MemberDatabase, id: string, url: string): void {
  if (heard.has(url)) return;
  heard.add(url);
  fetchAndKeepSound(db, id, url).catch(() => heard.delete(url));
}

async function measureNow(db: MemberDatabase, id: string, url: string): Promise<void> {
  const bytes = await fetchAndKeepSound(db, id, url);
  if (bytes === null) return;
  const context = new OfflineAudioContext(1, 1, sampleRate);
  const sound = await context.decodeAudioData(bytes);
  const peaks = peaksOf(levelsOf(sound.getChannelData(0)));
  await db.messages
    .where('id')
    .equals(id)
    .modify((message, ref) => {
      if (message.voice !== null) ref.value = { ...message, voice: { ...message.voice, peaks } };
    });
}

/** Null if the server has none. */
async function fetchAndKeepSound(db: MemberDatabase, id: string, url: string): Promise<ArrayBuffer | null> {
  const response = await fetch(url);
  const mediaType = response.headers.get('content-type') ?? '';
  if (!response.ok || !isOfServer(response) || !mediaType.startsWith('audio/')) return null;
  const bytes = await response.arrayBuffer();
  await keepSound(db, id, { bytes, mediaType });
  return bytes;
}
