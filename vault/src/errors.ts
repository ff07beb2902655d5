/** Too many passwords are waiting to be hashed; retry in a moment. */
export class VaultBusyError extends Error {
  override readonly name = 'VaultBusyError';
}

/** Continuing would lose names and sealed fields. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';
  /** Fingerprint. */
  readonly keyId: string;

  constructor(keyId: string) {
    super(
      `This vault needs the master key with the fingerprint ${keyId}, which is neither VAULT_KEY nor VAULT_KEY_PREVIOUS`,
    );
    this.keyId = keyId;
  }
}

export class KeyNotEverywhereError extends Error {
  override readonly name = 'KeyNotEverywhereError';

  constructor(processes: number, keyId: string) {
    super(
      `${processes} running ${processes === 1 ? 'process does' : 'processes do'} not hold the master key ${keyId} yet; restart with it as VAULT_KEY and the former one as VAULT_KEY_PREVIOUS, then try again`,
    );
  }
}

export class RotationRunningError extends Error {
  override readonly name = 'RotationRunningError';

  constructor() {
    super('Another rotation of the master key is under way');
  }
}

export class SubjectErasedError extends Error {
  override readonly name = 'SubjectErasedError';
  readonly subject: number;

  constructor(subject: number) {
    super(`The key of member ${subject} was destroyed; nothing can be sealed for them`);
    this.subject = subject;
  }
}

/** Changed, moved, or the key is lost. */
export class BrokenSealError extends Error {
  override readonly name = 'BrokenSealError';
  readonly subject: number;
  readonly eventId: string;
  readonly field: string;

  constructor(
    place: { readonly subject: number; readonly eventId: string; readonly field: string },
    reason: string,
    options?: ErrorOptions,
  ) {
    super(
      `${place.field} of event ${place.eventId} (member ${place.subject}) does not open: ${reason}`,
      options,
    );
    this.subject = place.subject;
    this.eventId = place.eventId;
    this.field = place.field;
  }
}

export class NoVaultError extends Error {
  override readonly name = 'NoVaultError';

  constructor() {
    super('This database holds no vault');
  }
}

/** Nothing was changed. */
export class VaultTooNewError extends Error {
  override readonly name = 'VaultTooNewError';

  constructor(migration: string, release: string | null = null) {
    super(
      `The vault was brought further by a newer version (migration ${migration}). Start ${release ?? 'that version'} or a later one; or restore a backup from before that upgrade`,
    );
  }
}

export class BackupExistsError extends Error {
  override readonly name = 'BackupExistsError';

  constructor(file: string) {
    super(`${file} exists already; a backup never overwrites a file`);
  }
}

/** Nothing was restored. */
export class BackupDamagedError extends Error {
  override readonly name = 'BackupDamagedError';

  constructor(reason: string, options?: ErrorOptions) {
    super(`This backup can't be used: ${reason}`, options);
  }
}

/** Nothing was restored. */
export class BackupTooNewError extends Error {
  override readonly name = 'BackupTooNewError';

  constructor(what: string) {
    super(`This backup was made by a newer version (${what}); restore it with that version or a later one`);
  }
}

/** Nothing was restored. */
export class VaultNotEmptyError extends Error {
  override readonly name = 'VaultNotEmptyError';

  constructor(found: string) {
    super(
      `This database holds a vault already (${found}). Restore into an empty database, or, if you are sure that its data is not needed, drop its schema "vault" first`,
    );
  }
}
