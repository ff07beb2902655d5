import { useId } from 'react';

const height = 28;
const least = 3;
/** Distance between bars, in units of the drawing. */
const pitch = 4;

const barPath = (level: number, index: number): string => {
  const half = Math.max(least, level * (height - 2)) / 2;
  const x = (index + 0.5) * pitch;
  return `M${x} ${height / 2 - half}V${height / 2 + half}`;
};

interface WaveformProps {
  /** From 0 to 1. */
  readonly levels: readonly number[];
  /** From 0 to 1. */
  readonly heard: number;
}

/** Hidden from screen readers, which get the text beside it. */
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
