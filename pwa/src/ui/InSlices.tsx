import { cloneElement, type ReactElement, useEffect, useState } from 'react';
import { standIn, useIsLater } from './later.ts';

/** Props of `InSlices`. */
export interface InSlicesProps {
  readonly children: readonly ReactElement[];
  /** What stands for each that is still to come, in its size; nothing, where it would be below what a first look shows. */
  readonly waiting?: ReactElement;
}

/**
 * Draws its children one after the other, a frame each, while the first screen of a visit comes to be: what is seen first is not
 * kept back by what is not, and a tap in between is heard. Later (`later.ts`) it draws all at once, as going back to a place on the
 * screen needs it.
 */
export function InSlices({ children, waiting }: InSlicesProps) {
  const isLater = useIsLater();
  const [drawn, setDrawn] = useState(1);
  const isWhole = isLater || drawn >= children.length;
  useEffect(() => (isWhole ? undefined : standIn()), [isWhole]);
  useEffect(() => {
    if (!isWhole) setDrawn(drawn + 1);
  }, [isWhole, drawn]);
  if (isWhole) return children;
  const toCome = waiting === undefined ? [] : children.slice(drawn);
  return [
    ...children.slice(0, drawn),
    ...toCome.map(({ key }) => waiting && cloneElement(waiting, { key: `waiting for ${key}` })),
  ];
}
