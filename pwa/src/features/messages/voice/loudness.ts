export const barCount = 48;

/** Speech reaches about this share of the maximum; louder fills the bar. */
const fullAt = 0.35;
/** Below this level even the loudest recording shows no bar. */
const silence = 0.004;

/**
 * @param samples from -1 to 1
 * @returns from 0 to 1
 */
export function loudnessOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const level = samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
  return level < silence ? 0 : Math.min(1, Math.sqrt(level / fullAt));
}

/**
 * Returns a waveform to store, the loudest part being 100.
 * @param levels loudness over time, from 0 to 1
 */
export function peaksOf(levels: readonly number[]): readonly number[] {
  const bars = Array.from({ length: barCount }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / barCount);
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / barCount));
    return Math.max(0, ...levels.slice(from, to));
  });
  const loudest = Math.max(...bars);
  return bars.map((bar) => (loudest === 0 ? 0 : Math.round((bar / loudest) * 100)));
}

/** Loudness of equal, short parts of a recording, for `peaksOf`. */
export function levelsOf(samples: Float32Array): readonly number[] {
  const size = Math.max(1, Math.ceil(samples.length / (barCount * 4)));
  const count = Math.ceil(samples.length / size);
  return Array.from({ length: count }, (_, part) =>
    loudnessOf(samples.subarray(part * size, (part + 1) * size)),
  );
}
