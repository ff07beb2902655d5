/** A retry would meet the same fault of the program or of its data. */
const faults: ReadonlySet<string> = new Set([
  ...['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AssertionError'],
  ...['ZodError', '$ZodError', 'ValiError', 'GraphQLError', 'FastifyError'],
]);

/** Answers of our own workspaces, by name, because they don't know each other; the spec has those that pass. */
const answers: ReadonlySet<string> = new Set([
  ...[
    'ProblemError',
    'CannotStartError',
    'SettingsError',
    'DataFolderInUseError',
    'OtherKeyError',
    'OtherLogError',
  ],
  ...['WrongExpectedRevisionError', 'EventIdConflictError', 'InvalidEventError', 'StreamDeletedError'],
  ...['NotJsonError', 'UnreadableEventError'],
  ...['DamagedFileError', 'EmptyLogError', 'LogsDifferError', 'TargetChangedError'],
  ...['WrongMasterKeyError', 'SubjectErasedError', 'BrokenSealError', 'VaultTooNewError', 'NoVaultError'],
  'LogTooNewError',
  ...['BackupExistsError', 'BackupDamagedError', 'BackupTooNewError', 'VaultNotEmptyError'],
  ...['BrokenCheckpointError', 'LostNodesError', 'PoisonEventError', 'RecordingError', 'OpenidRefusal'],
]);

/** Of Node, undici, zlib, Fastify and openid-client: wrong calls, broken data and answers. */
const faultCodes =
  /^(ERR_(INVALID|OUT_OF_RANGE|MISSING|ASSERTION|UNKNOWN|CRYPTO|OSSL|HTTP_HEADERS_SENT|HTTP_INVALID)|UND_ERR_(INVALID|NOT_SUPPORTED|REQ_CONTENT_LENGTH|MAX_ORIGINS)|Z_(DATA|STREAM|VERSION)_|FST_|OAUTH_(?!TIMEOUT|RESPONSE_IS_NOT_CONFORM))/;

/** Of a file. A missing socket file is a server that is down. */
const fileFaults = /^(ENOENT|ENOTDIR|EISDIR|EEXIST|EINVAL|EBADF)$/;

/**
 * SQLSTATE classes of statements and values that no retry makes right. Not final: a missing right (42501), database
 * (3D) or schema (3F), because operators grant and restore beside running processes. A missing table is final: those
 * that a release makes are waited for where they are made.
 */
const faultStates = /^(0A|2[1-346]|2F|34|38|39|3B|42(?!501)|44|54|P0)/;
const sqlState = /^(?!E)(?=.*\d)[0-9A-Z]{5}$/;

/**
 * `pg` reports lost, closed and exhausted connections by plain errors. `final.unit.spec.ts` compares this with its
 * sources.
 */
const passingMessages =
  /^(timeout e|Query read timeout|Connection terminated|Client (was closed|has encountered)|Cannot use a pool after|Called end on pool|There was an error establishing an SSL|The server does not support SSL|Received unexpected )/;

const mostCauses = 5;

/** Without a code or name of its own: thrown by our own code, or by a driver. */
const isPlain = (error: Error): boolean =>
  error.name === 'Error' && codeOf(error) === null && !('syscall' in error);

const codeOf = (error: Error): string | null =>
  'code' in error && typeof error.code === 'string' ? error.code : null;

function isFault(error: Error): boolean {
  if (faults.has(error.name) || answers.has(error.name)) return true;
  if (isPlain(error)) return !passingMessages.test(error.message);
  const code = codeOf(error);
  if (code === null) return false;
  if (sqlState.test(code)) return faultStates.test(code);
  return (
    faultCodes.test(code) || (fileFaults.test(code) && !('syscall' in error && error.syscall === 'connect'))
  );
}

const causesOf = (error: Error): readonly unknown[] =>
  error instanceof AggregateError ? [error.cause, ...error.errors] : [error.cause];

function isFinalWithin(error: unknown, depth: number): boolean {
  if (!(error instanceof Error) || depth === 0) return true;
  return isFault(error) && causesOf(error).every((cause) => isFinalWithin(cause, depth - 1));
}

/**
 * Whether a retry can't help, because the program, the request or stored data is at fault. Whatever is not known to be
 * final is transient: then a database, the log, another process, a name server or this machine is down or busy. One
 * transient cause makes an error transient.
 */
export const isFinal = (error: unknown): boolean => isFinalWithin(error, mostCauses);

/** For failures of a database driver, whose plain errors are all about connections. */
export const isFinalStatement = (error: unknown): boolean =>
  isFinal(error) && !(error instanceof Error && isPlain(error));
