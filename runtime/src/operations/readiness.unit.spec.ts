import { silent } from '@pmcw/resilience';
import { expect, it, vi } from 'vitest';
import { ReadinessChecks } from './readiness.ts';

const never = new Promise<never>(() => undefined);

it('is ready if every check is ok, and hides why one failed', async () => {
  const logger = { ...silent, warn: vi.fn(), info: vi.fn() };
  let isDown = true;
  const checks = new ReadinessChecks(
    {
      log: async () => ({ ok: true, position: '7' }),
      database: async () => {
        if (isDown) throw new Error('user ada at 10.0.0.1 is refused');
        return { ok: true };
      },
    },
    logger,
  );
  const failed = { ok: false, reason: 'failed' };
  const notReady = { ready: false, checks: { log: { ok: true, position: '7' }, database: failed } };
  expect(await checks.ask()).toEqual(notReady);
  expect(await checks.ask()).toEqual(notReady);
  expect(logger.warn).toHaveBeenCalledExactlyOnceWith({ failing: ['database'] }, 'not ready');
  isDown = false;
  expect(await checks.ask()).toMatchObject({ ready: true });
  expect(logger.info).toHaveBeenCalledExactlyOnceWith({}, 'ready again');
});

it('waits for no check longer than it should', async () => {
  const checks = new ReadinessChecks({ stuck: () => never }, silent, 1);
  expect(await checks.ask()).toEqual({
    ready: false,
    checks: { stuck: { ok: false, reason: 'no answer in time' } },
  });
});

it('shares a result between concurrent probes', async () => {
  const check = vi.fn(async () => ({ ok: true }));
  const checks = new ReadinessChecks({ check }, silent);
  await Promise.all([checks.ask(), checks.ask()]);
  expect(check).toHaveBeenCalledOnce();
});
