import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import { type Logger, sentenceOf } from '@pmcw/resilience';
import type { Incarnations } from '@pmcw/runtime';
import { Presets, SingleBar } from 'cli-progress';
import { productModels } from '../models.ts';
import { RebuildRunningError, rebuild } from '../rebuild/rebuild.ts';
import { PoisonEventError } from '../runner/failures.ts';
import type { ReadModel } from '../runner/model.ts';
import { runnerContext } from '../runner/options.ts';
import { holderName } from '../runner/projector.ts';
import { prepareSchemas } from '../runner/schema.ts';
import { isStopped, type ModelStatus, readStatus } from '../runner/status.ts';
import { Connections } from '../storage/connections.ts';

export interface CliDependencies {
  readonly eventStore: EventStore<ProductEvents>;
  readonly incarnations: Incarnations;
  readonly connectionString: string;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
  readonly models?: readonly ReadModel[];
  /** Takes what `status` reports, which is then not printed. */
  readonly report?: ((document: object) => void) | undefined;
}

/** Works beside a running service. @returns the exit code: 0 done, 1 failed or a model is stopped, 2 usage error */
export async function runProjectionsCli(
  args: readonly string[],
  deps: CliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  const models = deps.models ?? productModels;
  const [command, name, ...rest] = args;
  const model = models.find((candidate) => candidate.name === name);
  const wantsStatus = command === 'status' && name === undefined;
  if (!wantsStatus && (command !== 'rebuild' || model === undefined || rest.length > 0)) {
    out.write(`The models are ${models.map((known) => known.name).join(', ')}.\n`);
    return 2;
  }
  const connections = new Connections(deps.connectionString, 3);
  try {
    await prepareSchemas(connections, models, {
      engine: deps.eventStore.engine,
      incarnation: deps.incarnations.current,
    });
    return model === undefined
      ? await printStatus(connections, models, deps, out)
      : await rebuildWithProgress(connections, model, deps, out);
  } finally {
    await connections.close();
  }
}

async function printStatus(
  connections: Connections,
  models: readonly ReadModel[],
  { eventStore, report }: CliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  const { engine } = eventStore;
  const head = await eventStore.head();
  const found = await readStatus(connections, models, { engine, head });
  if (report) report({ engine, head: String(head), models: found.map(statusDocument) });
  else out.write(statusTable(found));
  return found.some(isStopped) ? 1 : 0;
}

const statusDocument = ({ head: _, ...model }: ModelStatus) => ({
  ...model,
  position: String(model.position),
  lag: String(model.lag),
});

export function statusTable(models: readonly ModelStatus[]): string {
  const rows = models.map((model) => [
    model.name,
    model.state,
    String(model.position),
    String(model.lag),
    String(model.version),
    model.writer ?? '',
    model.writesSince?.toISOString() ?? '',
    model.error ?? '',
  ]);
  const table = [['MODEL', 'STATE', 'POSITION', 'LAG', 'VERSION', 'WRITER', 'SINCE', ''], ...rows];
  const widths = table.reduce<number[]>(
    (widest, row) => row.map((cell, n) => Math.max(widest[n] ?? 0, cell.length)),
    [],
  );
  const line = (row: string[]) => row.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join('  ');
  return `${table.map((row) => line(row).trimEnd()).join('\n')}\n`;
}

async function rebuildWithProgress(
  connections: Connections,
  model: ReadModel,
  { eventStore, incarnations, logger, signal }: CliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  const format = `${model.name} |{bar}| {percentage}% · {events} events · {duration_formatted}`;
  const bar = new SingleBar(
    { format, stream: out, noTTYOutput: true, notTTYSchedule: 1_000, hideCursor: true },
    Presets.shades_classic,
  );
  const context = runnerContext({ eventStore, incarnations, connections, logger, holder: holderName() });
  bar.start(1, 0, { events: 0 });
  try {
    const events = await rebuild(model, context, {
      signal: signal ?? new AbortController().signal,
      onProgress: (progress) => {
        // Positions may be byte offsets of any size; a bar needs only a ratio.
        const share = progress.head === 0n ? 1 : Number(progress.position) / Number(progress.head);
        bar.update(Math.min(1, share), { events: progress.events });
      },
    });
    bar.update(1, { events });
    bar.stop();
    out.write(`${model.name}: ${events} events folded, tables swapped.\n`);
    return 0;
  } catch (error) {
    bar.stop();
    out.write(`${model.name}: ${explain(error)} The tables in use are unchanged.\n`);
    return 1;
  }
}

function explain(error: unknown): string {
  if (error instanceof PoisonEventError) return `can't take an event: ${error.message}.`;
  if (error instanceof RebuildRunningError) return 'another rebuild is running.';
  return sentenceOf(error);
}
