export interface Tool {
  readonly commands?: Readonly<Record<string, string>>;
  /** The commands that report a state. */
  readonly json?: readonly string[];
  /** Those that fill an installation, and need no database in `DATA_DIR`. */
  readonly fills?: readonly string[];
}
export const tools: Readonly<Record<string, Tool>>;
export function argumentsOf(
  name: string,
  args?: readonly string[],
): { values: Record<string, string | boolean | undefined>; positionals: string[] };
export function misused(name: string, reason: string): never;
