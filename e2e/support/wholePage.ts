import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { within } from './within.ts';

/**
 * Script that lists what a page still waits for; polls in the page, because its content policy forbids polling from
 * outside.
 */
const script = (isWaiting: boolean, ms: number) => `(async () => {
  const deadline = Date.now() + ${ms};
  const missing = () => [
    ...(document.fonts.status === 'loaded' ? [] : ['letters']),
    ...[...document.images].filter(({ complete, loading }) => !complete && loading !== 'lazy').map(({ src }) => 'the image ' + src.slice(0, 80)),
    ...document.getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect.getTiming().iterations !== Infinity)
      .map(({ effect }) => 'the motion of ' + effect.target?.className),
    ...(${isWaiting} || performance.getEntriesByName('later').length > 0 ? [] : ['what comes later']),
  ];
  while (missing().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 25));
  return missing();
})()`;

/**
 * Resolves once a page's fonts and images are loaded, nothing moves, and, unless it waits for an answer that never
 * comes, it is "later". @throws Error that lists what is missing if not in time
 */
export async function untilWhole(page: Page, isWaiting: boolean, withinMs: number): Promise<void> {
  const asked = page.evaluate(script(isWaiting, withinMs));
  const missing = v.parse(
    v.array(v.string()),
    await within(withinMs + 5_000, 'the page does not answer', asked),
  );
  if (missing.length > 0) throw new Error(`there is no end of ${missing.join(', ')}`);
}
