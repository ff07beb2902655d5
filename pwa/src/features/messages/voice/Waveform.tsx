import { useId } from 'react';

/** The height of the drawing, and the least of a bar. */
const height = 28;
const least = 3;
/** From one bar to the next, in the drawing's own measure: it is as wide as there is room. */
const pitch = 4;

/** How a bar is drawn: from the middle, both ways. */
const barPath = (level: number, index: number): string => {
  const half = Math.max(least, level * (height - 2)) / 2;
  const x = (index + 0.5) * pitch;
  return `M${x} ${height / 2 - half}V${height / 2 + half}`;
};

export interface WaveformProps {
  /** Loudness of each bar, from 0 to 1. */
  readonly levels: readonly number[];
  /** The share that was heard, from 0 to 1; the bars up to there stand out. */
  readonly heard: number;
}

/** Sound as bars. Says nothing to screen readers: what stands beside it does. */
export function Waveform({ levels, heard }: WaveformProps) {
  const id = useId();
  const width = levels.length * pitch;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="block h-7 w-full"
    >
      <linearGradient id={id} gradientUnits="userSpaceOnUse" x2={width}>
        <stop offset={heard} stopColor="var(--fg)" />
        <stop offset={heard} stopColor="var(--waveform)" />
      </linearGradient>
      <path
        d={levels.map(barPath).join('')}
        fill="none"
        stroke={`url(#${id})`}
        strokeWidth="2"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
