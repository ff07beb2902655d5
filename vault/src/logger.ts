export interface VaultLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const silent: VaultLogger = { warn: () => undefined, error: () => undefined };
