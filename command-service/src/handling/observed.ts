import { refusalOf } from '@pmcw/http';
import { step } from '@pmcw/resilience/tracing';
import { Counter, type Registry } from 'prom-client';
import type { CommandType } from '../proofs/proofOf.ts';

/** The outcome is `done`, the code of a refusal, or `internal`. */
export type CommandObserver = (command: string, outcome: string) => void;

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

/** Counts the command, and reports it as a step of its trace. */
export async function observed<T>(
  observe: CommandObserver,
  command: CommandType,
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await step(command, work);
    observe(command, 'done');
    return result;
  } catch (error) {
    observe(command, refusalOf(error)?.code ?? 'internal');
    throw error;
  }
}
