import { refusalOf } from '@pmcw/http';
import { Counter, type Registry } from 'prom-client';
import type { CommandType } from '../proofs/proofOf.ts';

/** Hears what became of each command: `done`, the code of a refusal, or `internal`. */
export type CommandObserver = (command: string, outcome: string) => void;

/** Counts commands into a registry, by their names and what became of them; nowhere when there is none. */
export function countCommands(registry: Registry | undefined): CommandObserver {
  if (registry === undefined) return () => undefined;
  const commands = new Counter({
    name: 'commands_total',
    help: 'Commands, by name and outcome: done, or the code of the refusal',
    labelNames: ['command', 'outcome'],
    registers: [registry],
  });
  return (command, outcome) => commands.inc({ command, outcome });
}

/** Does a command, and tells what became of it. */
export async function observed<T>(
  observe: CommandObserver,
  command: CommandType,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work();
    observe(command, 'done');
    return result;
  } catch (error) {
    observe(command, refusalOf(error)?.code ?? 'internal');
    throw error;
  }
}
