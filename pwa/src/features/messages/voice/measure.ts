import type { MemberDatabase } from '../../../device/offline/database.ts';
import { keepSound } from '../../../device/offline/sounds.ts';
import { levelsOf, peaksOf } from './loudness.ts';

/** Longer recordings keep an even bar: to draw them would cost more than it shows. In seconds. */
export const measuredSecondsMax = 120;
/** Samples a second that are enough to see how loud something is, and the fewest that browsers decode to. */
const sampleRate = 8000;

/** Recordings that were looked at in this tab, whatever came of it, and those that were kept when they were heard. */
const tried = new Set<string>();
const heard = new Set<string>();
let last: Promise<void> = Promise.resolve();

/**
 * Fetches a recording, keeps it on this device, works out its waveform and keeps that with the message; one recording after
 * the other, each at most once. Silent about failures: the waveform is decoration, and the player says what can't be played.
 */
export function measure(db: MemberDatabase, id: string, url: string): void {
  if (tried.has(url)) return;
  tried.add(url);
  last = last.then(() => measureNow(db, id, url)).catch(() => undefined);
}

/** Keeps on this device what is being heard from the server. Silent about failures: it is heard all the same. */
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

/** The bytes of a recording, kept on the way; null where the server has none. */
async function fetchAndKeepSound(db: MemberDatabase, id: string, url: string): Promise<ArrayBuffer | null> {
  const response = await fetch(url);
  const mediaType = response.headers.get('content-type') ?? '';
  // Whoever gives out Wi-Fi answers with a page.
  if (!response.ok || !mediaType.startsWith('audio/')) return null;
  const bytes = await response.arrayBuffer();
  await keepSound(db, id, { bytes, mediaType });
  return bytes;
}
