import { hashOf } from './hue.ts';

/** Primes, so that no two strands coincide. */
const strandCounts = [17, 19, 23] as const;
/** Enough for a smooth curve. */
const pointsPerRipple = 10;

/** A guilloche: a curve of two waves, rotated many times. SVG path data in the square -1000..1000. */
export function rosetteOf(name: string): string {
  const seed = hashOf(name);
  const petals = 5 + (seed % 6);
  const ripples = petals * (2 + ((seed >>> 4) % 2)) + 1;
  const depth = 0.2 + ((seed >>> 8) % 20) / 100;
  const strands = strandCounts[(seed >>> 14) % strandCounts.length] ?? strandCounts[0];
  const radii = Array.from({ length: ripples * pointsPerRipple }, (_, i) => {
    const angle = (i / (ripples * pointsPerRipple)) * fullTurn;
    return 640 * (1 + depth * Math.cos(petals * angle) + 0.16 * Math.cos(ripples * angle));
  });
  return Array.from({ length: strands }, (_, i) => smoothLoop(radii, (i / strands) * fullTurn)).join('');
}

const fullTurn = Math.PI * 2;

/** The radii are evenly spaced around the center. */
function smoothLoop(radii: readonly number[], turn: number): string {
  const points = radii.map((radius, i) => {
    const angle = turn + (i / radii.length) * fullTurn;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const middles = points.map((point, i) => {
    const next = points[(i + 1) % points.length] ?? point;
    return `${Math.round((point.x + next.x) / 2)} ${Math.round((point.y + next.y) / 2)}`;
  });
  const bends = points.map(({ x, y }, i) => `Q${Math.round(x)} ${Math.round(y)} ${middles[i]}`);
  return `M${middles.at(-1)}${bends.join('')}Z`;
}
