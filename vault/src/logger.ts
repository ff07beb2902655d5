/** The two methods of a pino logger that the vault speaks to. */
export interface VaultLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** Says nothing. */
export const silent: VaultLogger = { warn: () => undefined, error: () => undefined };
