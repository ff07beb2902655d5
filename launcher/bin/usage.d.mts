export interface Tool {
  readonly commands?: Readonly<Record<string, string>>;
  /** The commands that report a state. */
  readonly json?: readonly string[];
}
export const tools: Readonly<Record<string, Tool>>;
export function argumentsOf(
  name: string,
  args?: readonly string[],
): { values: Record<string, string | boolean | undefined>; positionals: string[] };
export function misused(name: string, reason: string): never;
