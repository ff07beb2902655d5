import { hashOf } from './hue.ts';

/** Primes, so that no two strands coincide. */
const strandCounts = [17, 19, 23] as const;
/** Enough for a smooth curve. */
const pointsPerRipple = 6;
const fullTurn = Math.PI * 2;

/** A guilloche: a curve of two waves, rotated many times. SVG path data in the square -1000..1000. */
export function rosetteOf(name: string): string {
  const seed = hashOf(name);
  const petals = 5 + (seed % 6);
  const ripples = petals * (2 + ((seed >>> 4) % 2)) + 1;
  const depth = 0.2 + ((seed >>> 8) % 20) / 100;
  const strands = strandCounts[(seed >>> 14) % strandCounts.length] ?? strandCounts[0];
  const strand = Array.from({ length: ripples * pointsPerRipple }, (_, i) => {
    const angle = (i / (ripples * pointsPerRipple)) * fullTurn;
    const radius = 640 * (1 + depth * Math.cos(petals * angle) + 0.16 * Math.cos(ripples * angle));
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  return Array.from({ length: strands }, (_, i) =>
    smoothLoop(rotated(strand, (i / strands) * fullTurn)),
  ).join('');
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function rotated(points: readonly Point[], angle: number): Point[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return points.map(({ x, y }) => ({ x: x * cos - y * sin, y: x * sin + y * cos }));
}

function smoothLoop(points: readonly Point[]): string {
  const middles = points.map(({ x, y }, i) => {
    const next = points[(i + 1) % points.length] ?? { x, y };
    return pair((x + next.x) / 2, (y + next.y) / 2);
  });
  const bends = points.map(({ x, y }, i) => `Q${pair(x, y)} ${middles[i]}`);
  return `M${middles.at(-1)}${bends.join('')}Z`;
}

const pair = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`;
