import { hashOf } from '../ui/hue.ts';

/** One strand of a rosette in the square -100..100, and by how many turns of itself the rosette is woven. */
export interface Rosette {
  readonly strand: string;
  readonly turns: readonly number[];
}

const pointsPerStrand = 240;

/**
 * The fine-line rosette of a member, as on a banknote or in a passport: a curve of two waves, turned on itself
 * many times. The same name always gives the same one.
 */
export function rosetteOf(name: string): Rosette {
  const seed = hashOf(name);
  const petals = 5 + (seed % 6);
  const ripples = petals * (2 + ((seed >>> 4) % 2)) + 1;
  const depth = 0.2 + ((seed >>> 8) % 20) / 100;
  const strands = 14 + ((seed >>> 14) % 6);
  const points = Array.from({ length: pointsPerStrand }, (_, i) => {
    const angle = (i / pointsPerStrand) * Math.PI * 2;
    const radius = 64 * (1 + depth * Math.cos(petals * angle) + 0.16 * Math.cos(ripples * angle));
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  const period = 360 / petals;
  return {
    strand: `M${points.join('L')}Z`,
    turns: Array.from({ length: strands }, (_, i) => Number(((i * period) / strands).toFixed(2))),
  };
}
