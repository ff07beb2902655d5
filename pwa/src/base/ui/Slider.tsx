interface SliderProps {
  /** For screen readers. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onValueChange: (value: number) => void;
  /** Spoken instead of the number: "0:12". */
  readonly valueText?: string;
  readonly disabled?: boolean;
}

export function Slider({ label, value, onValueChange, valueText, ...range }: SliderProps) {
  const { min, max } = range;
  const share = max > min ? (value - min) / (max - min) : 0;
  // Up to the middle of the thumb, which never leaves the track.
  const filled = `calc(var(--slider-thumb) / 2 + (100% - var(--slider-thumb)) * ${share})`;
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
      className="slider"
      style={{
        backgroundImage: `linear-gradient(to right, var(--primary) ${filled}, var(--control) ${filled})`,
      }}
      {...range}
    />
  );
}
