import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { GatewayObservation, GatewayObserver } from './observer.ts';
import type { GatewayStats } from './stats.ts';

export function countObservations(registry: Registry): GatewayObserver {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter({ name: `gateway_${name}_total`, help, labelNames, registers });
  const refused = counter('upgrades_refused', 'Upgrades refused at the door', ['status']);
  const opened = counter('sockets_opened', 'Sockets accepted');
  const closed = counter('sockets_closed', 'Sockets that closed, from either side', ['code']);
  const received = counter('frames_received', 'Frames of clients', ['frame']);
  const sent = countSent(registers);
  const commands = counter('commands', 'Commands of frames, by outcome', ['command', 'outcome']);
  const resumed = counter('resumed', 'Clients that came back and missed nothing');
  const resyncs = counter('resyncs', 'Clients that had missed too much');
  const cutOffs = counter('cut_offs', 'Sockets cut off because they read too slowly');
  const failures = counter('follower_failures', 'Times that the log was lost');
  const webPushes = counter('web_pushes', 'Web pushes to browsers, by outcome', ['outcome']);
  const age = new Histogram({
    name: 'gateway_push_age_seconds',
    help: 'From the moment of an event to its frames being handed to the sockets',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });

  return (observation: GatewayObservation) => {
    switch (observation.kind) {
      case 'upgrade_refused':
        return refused.inc({ status: observation.status });
      case 'opened':
        return opened.inc();
      case 'closed':
        return closed.inc({ code: observation.code });
      case 'received':
        return received.inc({ frame: observation.frame });
      case 'sent':
        return sent(observation.frame);
      case 'pushed':
        return age.observe(observation.milliseconds / 1000);
      case 'answered':
        return commands.inc({ command: observation.command, outcome: observation.outcome });
      case 'resumed':
        return resumed.inc();
      case 'resync':
        return resyncs.inc();
      case 'cut_off':
        return cutOffs.inc();
      case 'follower_failed':
        return failures.inc();
      case 'web_push':
        return webPushes.inc({ outcome: observation.outcome });
      default:
        return observation satisfies never;
    }
  };
}

/** One event may cause thousands of frames, so they are reported on collection. */
function countSent(registers: Registry[]): (frame: string) => void {
  const counts = new Map<string, number>();
  new Counter({
    name: 'gateway_frames_sent_total',
    help: 'Frames to clients, one for each socket',
    labelNames: ['frame'],
    registers,
    collect() {
      this.reset();
      for (const [frame, count] of counts) this.inc({ frame }, count);
    },
  });
  return (frame) => counts.set(frame, (counts.get(frame) ?? 0) + 1);
}

export function measureStats(registry: Registry, stats: () => GatewayStats): void {
  const gauge = (name: string, help: string, measure: (now: GatewayStats) => number) =>
    new Gauge({
      name: `gateway_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(measure(stats()));
      },
    });
  gauge('sockets', 'Open sockets', (now) => now.sockets);
  gauge('sockets_authenticated', 'Open sockets that have authenticated', (now) => now.authenticated);
  gauge('sockets_replaying', 'Open sockets that are being replayed to', (now) => now.replaying);
  gauge('commands_in_flight', 'Commands that wait for the command service', (now) => now.commandsInFlight);
  gauge('recent_changes', 'Changes remembered for those who come back', (now) => now.recentChanges);
  gauge('following', '1 while the log is followed', (now) => Number(now.follower.status === 'following'));
  gauge('position', 'Position of the log up to which everything has been pushed', (now) =>
    Number(now.follower.position),
  );
}
