/** Temporary errors of Postgres: connection, resources, operator intervention, lost races. */
const passingSqlStates = /^(08...|53...|57P0[1-5]|57014|40001|40P01|55P03)$/;

/** Of the system, its resolver (`getaddrinfo` and c-ares) and Node. */
const unreachableCodes: ReadonlySet<string> = new Set([
  ...['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'ENOTCONN', 'EPIPE', 'ETIMEDOUT', 'ERR_SOCKET_CLOSED'],
  ...['EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETRESET', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  ...['EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA', 'ENOTFOUND', 'ESERVFAIL', 'ETIMEOUT'],
  ...['EREFUSED', 'ECANCELLED', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_SOCKET_CONNECTION_TIMEOUT'],
]);

/** All errors of undici except wrong calls. */
const unreachableInUndici = /^UND_ERR_(?!INVALID_|NOT_SUPPORTED|REQ_CONTENT_LENGTH|MAX_ORIGINS)/;

/** Error names of other packages for deadlines and retries. */
const passingNames: ReadonlySet<string> = new Set([
  'LogUnavailableError',
  'VaultBusyError',
  'DatabaseAwayError',
  'TimeoutError',
]);

/**
 * Messages of `pg` without a code: exhausted pool, slow query, lost server, or a pool closed because this process ends.
 */
const passingMessages =
  /^(timeout exceeded when trying to connect|Query read timeout|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/** System calls that only connect: any error, even a missing socket file, means that the server is down. */
const connectingCalls = /^(connect|getaddrinfo|query[A-Z]\w*)$/;

const mostCauses = 5;

function isPassing(error: Error): boolean {
  if (passingNames.has(error.name) || passingMessages.test(error.message)) return true;
  if ('syscall' in error && typeof error.syscall === 'string' && connectingCalls.test(error.syscall))
    return true;
  if (!('code' in error) || typeof error.code !== 'string') return false;
  const { code } = error;
  return unreachableCodes.has(code) || unreachableInUndici.test(code) || passingSqlStates.test(code);
}

function isWithin(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth === 0) return false;
  if (isPassing(error) || isWithin(error.cause, depth - 1)) return true;
  return error instanceof AggregateError && error.errors.some((one) => isWithin(one, depth - 1));
}

/**
 * Whether a retry may help, because a database, the log, another process or a name server is unreachable or busy.
 * Causes count too.
 */
export const isUnavailable = (error: unknown): boolean => isWithin(error, mostCauses);
