import { afterEach, expect, it, vi } from 'vitest';
import { inOneTab } from './inOneTab.ts';
import { type Capture, MicrophoneError, microphoneFailureOf } from './microphone.ts';

const held = new Set<string>();
vi.stubGlobal('navigator', {
  locks: {
    async request(name: string, _options: LockOptions, whileHeld: (lock: object | null) => Promise<void>) {
      if (held.has(name)) return whileHeld(null);
      held.add(name);
      return Promise.resolve(whileHeld({})).finally(() => held.delete(name));
    },
  },
});
afterEach(() => held.clear());

const capture: Capture = {
  mediaType: 'audio/webm',
  size: 1,
  level: () => 0,
  soFar: async () => new ArrayBuffer(1),
  finish: async () => new ArrayBuffer(1),
  drop: () => undefined,
};

it('refuses a second tab until the first has finished or dropped its recording', async () => {
  const open = vi.fn(async () => capture);
  const [one, two] = [inOneTab({ open }, 'composer'), inOneTab({ open }, 'composer')];
  const other = inOneTab({ open }, 'another composer');
  const onEnded = () => undefined;
  const first = await one.open(onEnded);
  await expect(two.open(onEnded)).rejects.toMatchObject({ why: 'elsewhere' });
  (await other.open(onEnded)).drop();
  await first.finish();
  await expect.poll(() => held.size).toBe(0);
  const second = await two.open(onEnded);
  await expect(one.open(onEnded)).rejects.toMatchObject({ why: 'elsewhere' });
  second.drop();
  await expect.poll(() => held.size).toBe(0);
  open.mockRejectedValueOnce(new MicrophoneError('busy'));
  await expect(one.open(onEnded)).rejects.toMatchObject({ why: 'busy' });
  await expect.poll(() => held.size).toBe(0);
  (await two.open(onEnded)).drop();
});

it.each([
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['NotFoundError', 'missing'],
  ['NotAllowedError', 'denied'],
] as const)('names the reason of %s', (name, why) => {
  expect(microphoneFailureOf(new DOMException('', name))).toBe(why);
});
