/** The methods of a pino logger that this service speaks to. */
export interface ServiceLogger {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
