import type { EventLog } from '@pmcw/event-store';
import { Gauge, type Registry } from 'prom-client';
import type { Notary } from './notary.ts';

export function measureNotary(
  registry: Registry,
  notary: Pick<Notary, 'status'>,
  log: Pick<EventLog, 'head'>,
): void {
  const startedAt = new Date();
  const gauge = (name: string, help: string, measure: () => number | Promise<number>) =>
    new Gauge({
      name: `notary_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await measure());
      },
    });
  gauge('following', '1 while this process follows the log and signs; 0 also on standby', () =>
    Number(notary.status.state === 'following'),
  );
  gauge('events', 'Events in the tree', () => notary.status.size);
  gauge('events_waiting', 'Events in the tree that no checkpoint is over yet', () => notary.status.waiting);
  gauge('lag', 'Positions from the last event in the tree to the head of the log; 0 on standby', async () => {
    const { state, position } = notary.status;
    return state === 'standby' ? 0 : Number((await log.head()) - position);
  });
  gauge('checkpoint_age_seconds', 'Since the newest checkpoint was signed, or else since the start', () => {
    const { signedAt } = notary.status;
    // biome-ignore lint/plugin: another process may have signed it
    return (Date.now() - (signedAt ?? startedAt).getTime()) / 1_000;
  });
}
