import { passFocusOn } from '../../../base/ui/passFocusOn.ts';

/** A button below a message. */
export function MessageAction({
  onClick,
  children,
}: {
  readonly onClick: () => void;
  readonly children: string;
}) {
  return (
    <button
      ref={passFocusOn}
      type="button"
      onClick={onClick}
      className="h-7 rounded-full px-2.5 font-medium text-fg transition hover:bg-overlay"
    >
      {children}
    </button>
  );
}
