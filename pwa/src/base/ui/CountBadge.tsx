/** Spec §9. */
const countMax = 9;

/** "3", "9+". */
export function shortCount(count: number): string {
  return count > countMax ? `${countMax}+` : String(count);
}

interface CountBadgeProps {
  readonly count: number;
  /** For screen readers, with the full number: "12 unread". */
  readonly label: string;
}

/** Renders nothing for 0. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count <= 0) return null;
  return (
    <span className="grid h-4.5 min-w-4.5 place-items-center rounded-full bg-primary px-1 text-2xs/none font-semibold text-on-primary tabular-nums">
      <span aria-hidden="true">{shortCount(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
