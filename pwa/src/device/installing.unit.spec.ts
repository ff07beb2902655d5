import { expect, it } from 'vitest';
import { installsByHand } from './installing.ts';

it.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 0, false],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 5, false],
])('%s with %d touch points is installed by hand: %s', (userAgent, touchPoints, isByHand) => {
  expect(installsByHand(userAgent, touchPoints)).toBe(isByHand);
});
