import { clsx } from 'clsx';
import { useMemo } from 'react';
import { encode } from 'uqr';

/** In modules, as the standard (ISO/IEC 18004) requires. */
export const quietZone = 4;

interface QrCodeProps {
  readonly text: string;
  /** For screen readers. */
  readonly label: string;
  readonly className?: string;
}

/** Dark on light in every theme, because many readers require it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { size, path } = useMemo(() => modulesOf(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-theme="light"
      className={clsx('rounded-md bg-canvas text-fg', className)}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

function modulesOf(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: quietZone });
  const rows = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size, path: rows.join('') };
}
