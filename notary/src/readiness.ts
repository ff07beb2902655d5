import type { EventLog } from '@pmcw/event-store';
import type { CheckResult } from '@pmcw/runtime';
import type { Notary } from './notary.ts';

export async function notaryCheck(
  notary: Pick<Notary, 'status'>,
  log: Pick<EventLog, 'head'>,
): Promise<CheckResult> {
  const { state, size, waiting, position, signedAt } = notary.status;
  const head = await log.head();
  if (state === 'standby') return { ok: true, state };
  const lag = String(head - position);
  const details = { events: size, waiting, lag, signedAt: signedAt?.toISOString() ?? null };
  return { ok: state === 'following', state, ...details };
}
