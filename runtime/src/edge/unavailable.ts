/** Postgres says "not now": connection, resources, operator intervention, lost races. */
const passingSqlStates = /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03)$/;

const passingNetworkCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
]);

/** Errors of rooms that this one does not know, by name; each says "try again". */
const passingNames: ReadonlySet<string> = new Set(['LogUnavailableError', 'VaultBusyError']);

/**
 * What `pg` says without a code when its pool is exhausted, a query takes too long or the server went away, and when the
 * pool was closed because this process ends.
 */
const passingMessages =
  /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether the same request may well succeed a moment later: a database or the log is away or busy. */
export function isUnavailable(error: Error): boolean {
  if (passingNames.has(error.name) || passingMessages.test(error.message)) return true;
  if (!('code' in error) || typeof error.code !== 'string') return false;
  return passingNetworkCodes.has(error.code) || passingSqlStates.test(error.code);
}
