import fc from 'fast-check';
import type { FrameFault, RequestFault } from './faultKinds.ts';

/** A step of a member, their browser, or the network between it and the product. */
export type Step =
  /** They write so many messages, one right after the other, to one of two people. */
  | { readonly kind: 'say'; readonly to: 0 | 1; readonly times: number }
  /** A fault of the next message on a socket, incoming frame, request with a message, or request for a socket. */
  | { readonly kind: 'frame' | 'word'; readonly fault: FrameFault }
  | { readonly kind: 'post' | 'upgrade'; readonly fault: RequestFault }
  /** Their socket is reset. */
  | { readonly kind: 'cut' }
  /** The network is down, and the browser knows or does not; or it is up again. */
  | { readonly kind: 'offline' | 'unplugged' | 'online' }
  /** The tab reloads, or its process dies and it is opened again. */
  | { readonly kind: 'reload' | 'kill' }
  /** They continue in another tab; or the previous one, which most likely sends for both, is closed. */
  | { readonly kind: 'tab' | 'close' }
  /** The server's process is killed and started again. */
  | { readonly kind: 'restart' };

/** Shorter and longer than a hurried page waits for the server's answer. */
const delayed = fc.integer({ min: 1, max: 900 }).map((ms) => ({ kind: 'delay', ms }) as const);
const faultsOf = <Kind extends string>(...kinds: readonly Kind[]) =>
  fc.constantFrom(...kinds).map((kind) => ({ kind }) as const);
const refusal = fc
  .constantFrom(429, 500, 502, 503)
  .map((status) => ({ kind: 'answer', status, headers: { 'retry-after': '1' }, body: 'Not now' }) as const);

const onFrames = fc.oneof(delayed, faultsOf('lose', 'lose-answer', 'cut', 'cut-after', 'twice'));
const onPosts = fc.oneof(delayed, faultsOf('lose', 'lose-answer', 'cut', 'cut-after', 'twice'), refusal);
const onUpgrades = fc.oneof(delayed, faultsOf('lose', 'cut'), refusal);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 80,
    arbitrary: fc.record({
      kind: fc.constant('say'),
      to: fc.constantFrom(0, 1),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 40, arbitrary: fc.record({ kind: fc.constant('frame'), fault: onFrames }) },
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('word'),
      fault: fc.oneof(delayed, faultsOf('lose', 'cut', 'twice')),
    }),
  },
  { weight: 40, arbitrary: fc.record({ kind: fc.constant('post'), fault: onPosts }) },
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('upgrade'), fault: onUpgrades }) },
  { weight: 20, arbitrary: fc.constant<Step>({ kind: 'cut' }) },
  { weight: 20, arbitrary: fc.constantFrom<Step>({ kind: 'offline' }, { kind: 'unplugged' }) },
  { weight: 20, arbitrary: fc.constant<Step>({ kind: 'online' }) },
  { weight: 10, arbitrary: fc.constantFrom<Step>({ kind: 'reload' }, { kind: 'kill' }) },
  { weight: 10, arbitrary: fc.constantFrom<Step>({ kind: 'tab' }, { kind: 'close' }) },
  // Takes seconds, and affects all players.
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'restart' }) },
);

/** A schedule with at least one message, otherwise it would test nothing. */
export const schedules: fc.Arbitrary<readonly Step[]> = fc
  .array(step, { minLength: 3, maxLength: 8 })
  .filter((steps) => steps.some(({ kind }) => kind === 'say'));
