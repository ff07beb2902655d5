import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const tones = {
  plain: { icon: 'text-muted', titleColor: '', fill: 'bg-raised' },
  good: { icon: 'text-success', titleColor: '', fill: 'border-transparent bg-success-soft' },
  bad: { icon: 'text-danger', titleColor: 'text-danger', fill: 'border-danger-line bg-danger-soft' },
} as const;

interface VerdictCardProps {
  readonly icon: LucideIcon;
  /** Makes it a region of this name. */
  readonly label?: string;
  readonly tone?: keyof typeof tones;
  readonly title: string;
  readonly text: string;
  /** Announced after title and text. */
  readonly note?: ReactNode;
  /** Not announced. */
  readonly children?: ReactNode;
  /** Bad ones always are. */
  readonly isFilled?: boolean;
  /** Set the height of the longest verdict, so that the answer moves nothing. */
  readonly className: string;
}

/** The result of a check. Show it from the start, so that its changes are announced. */
export function VerdictCard(props: VerdictCardProps) {
  const { icon: Icon, label, tone = 'plain', title, text, note, children, isFilled, className } = props;
  const look = tones[tone];
  const Frame = label === undefined ? 'div' : 'section';
  return (
    <Frame
      aria-label={label}
      className={clsx(
        'flex shrink-0 gap-3 rounded-lg border px-4 py-3 text-sm',
        (isFilled === true || tone === 'bad') && look.fill,
        className,
      )}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-5 shrink-0', look.icon)} />
      <div className="flex min-w-0 flex-col gap-1 break-words">
        <div role={tone === 'bad' ? 'alert' : 'status'} className="flex flex-col gap-1">
          <h3 className={clsx('font-medium', look.titleColor)}>{title}</h3>
          <p className="text-muted">{text}</p>
          {note}
        </div>
        {children}
      </div>
    </Frame>
  );
}
