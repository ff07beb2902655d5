import { hashOf } from './hue.ts';

/** A strand in the square -100..100, and the rotations that make up the rosette, in degrees. */
export interface Rosette {
  readonly strand: string;
  readonly turns: readonly number[];
}

const pointsPerStrand = 300;
/** Primes, so that no two strands coincide. */
const strandCounts = [17, 19, 23] as const;

/** A guilloche: a curve of two waves, rotated many times. */
export function rosetteOf(name: string): Rosette {
  const seed = hashOf(name);
  const petals = 5 + (seed % 6);
  const ripples = petals * (2 + ((seed >>> 4) % 2)) + 1;
  const depth = 0.2 + ((seed >>> 8) % 20) / 100;
  const strands = strandCounts[(seed >>> 14) % strandCounts.length] ?? strandCounts[0];
  const points = Array.from({ length: pointsPerStrand }, (_, i) => {
    const angle = (i / pointsPerStrand) * Math.PI * 2;
    const radius = 64 * (1 + depth * Math.cos(petals * angle) + 0.16 * Math.cos(ripples * angle));
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  return {
    strand: smoothLoop(points),
    turns: Array.from({ length: strands }, (_, i) => Number(((i * 360) / strands).toFixed(2))),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function smoothLoop(points: readonly Point[]): string {
  const middles = points.map((point, i) => {
    const next = points[(i + 1) % points.length] ?? point;
    return { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
  });
  const bends = points.map((point, i) => `Q${pair(point)} ${pair(middles[i] ?? point)}`);
  return `M${pair(middles.at(-1) ?? { x: 0, y: 0 })}${bends.join('')}Z`;
}

const pair = ({ x, y }: Point) => `${x.toFixed(1)} ${y.toFixed(1)}`;
