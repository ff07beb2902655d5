import { hueOf, initialsOf } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { fetchPart } from '../api/build.ts';
import { onServerBack } from '../api/reach.ts';
import { useIsLater } from './later.ts';

/** Initials are shown afterwards (spec §9). */
const loadTimeoutMs = 3000;

interface AvatarProps {
  readonly username: string;
  readonly fullName: string;
  /** Null shows initials, later a robot drawn from the username. */
  readonly avatarUrl: string | null;
  /** In pixels; 40 by default. */
  readonly size?: number;
  readonly className?: string;
}

/** Decorative, so hidden from screen readers. Shows initials if the image does not load within 3 seconds (spec §2). */
export function Avatar({ username, fullName, avatarUrl, size = 40, className }: AvatarProps) {
  const frame = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(frame);
  const source = useSource(username, avatarUrl, isNear);
  const [shown, setShown] = useState<{ source: string | null; state: 'loaded' | 'failed' } | null>(null);
  const state = shown !== null && shown.source === source ? shown.state : 'waiting';
  useEffect(() => {
    if (source === null || state !== 'waiting') return;
    const timer = setTimeout(() => setShown({ source, state: 'failed' }), loadTimeoutMs);
    return () => clearTimeout(timer);
  }, [source, state]);
  const hue = hueOf(username);
  return (
    <span
      ref={frame}
      aria-hidden="true"
      className={clsx(
        'relative inline-grid shrink-0 place-items-center align-top overflow-hidden rounded-full font-medium text-on-art select-none',
        className,
      )}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.36,
        background: `linear-gradient(160deg, oklch(calc(0.44 + var(--art-lift)) 0.075 ${hue}), oklch(calc(0.28 + var(--art-lift)) 0.05 ${hue + 30}))`,
      }}
    >
      {isNear && (source === null || state === 'failed') && initialsOf(fullName)}
      {source !== null && state !== 'failed' && (
        <img
          src={source}
          alt=""
          width={size}
          height={size}
          decoding="async"
          onLoad={() => setShown({ source, state: 'loaded' })}
          onError={() => setShown({ source, state: 'failed' })}
          className={clsx(
            'size-full object-cover transition-opacity',
            state === 'waiting' ? 'opacity-0' : 'opacity-100',
          )}
        />
      )}
    </span>
  );
}

/** Drawn robots, which then appear without initials. */
const robots = new Map<string, string>();

/** Null until there is an image, and until it is nearly in view. */
function useSource(username: string, avatarUrl: string | null, isNear: boolean): string | null {
  const [attempt, setAttempt] = useState(0);
  const isLater = useIsLater();
  const source = avatarUrl ?? robots.get(username) ?? null;
  const needsRobot = isLater && isNear && source === null;
  useEffect(() => {
    if (!needsRobot) return;
    let stop: (() => void) | undefined;
    let isCurrent = true;
    const retry = () => setAttempt(attempt + 1);
    fetchPart(() => import('./robot.ts'))
      .then(({ drawRobot }) => drawRobot(username))
      .then((uri) => {
        robots.set(username, uri);
        if (isCurrent) retry();
      })
      .catch(() => {
        // The robot generator could not be fetched: initials remain until a retry makes sense.
        if (isCurrent) stop = onServerBack(retry);
      });
    return () => {
      isCurrent = false;
      stop?.();
    };
  }, [needsRobot, username, attempt]);
  return isNear ? source : null;
}

function useIsNear(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isNear, element]);
  return isNear;
}
