import type { MemberDatabase } from '../../offline/database.ts';
import { levelsOf, peaksOf } from './loudness.ts';

/** Longer recordings keep an even bar: to draw them would cost more than it shows. In seconds. */
export const measuredSecondsMax = 120;
/** Samples a second that are enough to see how loud something is, and the fewest that browsers decode to. */
const sampleRate = 8000;

/** Recordings that were looked at in this tab, whatever came of it. */
const tried = new Set<string>();
let last: Promise<void> = Promise.resolve();

/**
 * Fetches a recording, works out its waveform and keeps that with the message; one recording after the other, each at
 * most once. Silent about failures: the waveform is decoration, and the player says what can't be played.
 */
export function measure(db: MemberDatabase, id: string, url: string): void {
  if (tried.has(url)) return;
  tried.add(url);
  last = last.then(() => measureNow(db, id, url)).catch(() => undefined);
}

async function measureNow(db: MemberDatabase, id: string, url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) return;
  const context = new OfflineAudioContext(1, 1, sampleRate);
  const sound = await context.decodeAudioData(await response.arrayBuffer());
  const peaks = peaksOf(levelsOf(sound.getChannelData(0)));
  await db.messages
    .where('id')
    .equals(id)
    .modify((message, ref) => {
      if (message.voice !== null) ref.value = { ...message, voice: { ...message.voice, peaks } };
    });
}
