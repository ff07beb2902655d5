import type { LucideIcon } from 'lucide-react';
import { RadioGroup } from 'radix-ui';

interface Segment<V extends string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: LucideIcon;
}

interface SegmentedControlProps<V extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly segments: readonly Segment<V>[];
  readonly value: V;
  readonly onValueChange: (value: V) => void;
}

/** A few short choices, all visible; for more use a `Select`. */
export function SegmentedControl<V extends string>(props: SegmentedControlProps<V>) {
  const { label, segments, value, onValueChange } = props;
  const choose = (chosen: string) => {
    const segment = segments.find((candidate) => candidate.value === chosen);
    if (segment !== undefined) onValueChange(segment.value);
  };
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={choose}
      orientation="horizontal"
      className="grid grid-flow-col auto-cols-auto gap-1 rounded-full border bg-canvas p-1"
    >
      {segments.map(({ value: choice, label: words, icon: Icon }) => (
        <RadioGroup.Item
          key={choice}
          value={choice}
          className="flex h-10 min-w-0 items-center justify-center gap-2 rounded-full px-2 text-sm font-medium text-muted transition hover:text-fg data-[state=checked]:bg-float data-[state=checked]:shadow-raised data-[state=checked]:text-fg"
        >
          {Icon !== undefined && <Icon aria-hidden="true" className="size-4 shrink-0 max-sm:hidden" />}
          <span className="truncate">{words}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
