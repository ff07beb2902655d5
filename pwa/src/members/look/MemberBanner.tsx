import { hueOf, rosetteOf } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';

/** Derived from a name, in the current text color. One path, as many elements would slow down the first screen. */
export function Guilloche({ name, className }: { readonly name: string; readonly className?: string }) {
  const path = useMemo(() => rosetteOf(name), [name]);
  return (
    <svg viewBox="-1000 -1000 2000 2000" aria-hidden="true" className={className}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="0.75" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

interface MemberBannerProps {
  readonly username: string;
  readonly backgroundUrl: string | null;
  readonly className?: string;
}

/** Gold; the administrator's hue is not derived from the name. */
const adminHue = 84;

const ink = (lightness: number, chroma: number, hue: number) =>
  `oklch(calc(${lightness} + var(--art-lift)) ${chroma} ${hue})`;

/** The member's background image, or else a gradient with a rosette, both derived from the name. */
export function MemberBanner({ username, backgroundUrl, className }: MemberBannerProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isAdmin = username === 'admin';
  const hue = isAdmin ? adminHue : hueOf(username);
  return (
    <div aria-hidden="true" className={clsx('relative overflow-hidden', className)}>
      {backgroundUrl === null || backgroundUrl === broken ? (
        <div
          className="size-full"
          style={{
            background: `radial-gradient(90% 140% at 78% 20%, ${ink(0.47, 0.085, hue)} 0%, ${ink(0.3, 0.06, hue + 18)} 45%, ${ink(0.2, 0.03, hue + 40)} 100%)`,
          }}
        >
          <Guilloche
            name={username}
            className={clsx(
              'absolute top-1/2 left-[78%] h-[260%] -translate-x-1/2 -translate-y-1/2 opacity-35',
              isAdmin ? 'text-art-gold' : 'text-on-art',
            )}
          />
        </div>
      ) : (
        <img
          src={backgroundUrl}
          alt=""
          decoding="async"
          onError={() => setBroken(backgroundUrl)}
          className="size-full object-cover"
        />
      )}
    </div>
  );
}
