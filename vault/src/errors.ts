/** Too many passwords are waiting to be hashed; nothing was done, trying again in a moment makes sense. */
export class VaultBusyError extends Error {
  override readonly name = 'VaultBusyError';
}

/** A master key that the vault needs was not given; going on would lose names and sealed fields. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';
  /** Fingerprint of the key that is needed. */
  readonly keyId: string;

  constructor(keyId: string) {
    super(
      `This vault needs the master key with the fingerprint ${keyId}, which is neither VAULT_KEY nor VAULT_KEY_PREVIOUS`,
    );
    this.keyId = keyId;
  }
}

/** A rotation may not begin: running processes lack the new master key and could not read what it wraps. */
export class KeyNotEverywhereError extends Error {
  override readonly name = 'KeyNotEverywhereError';

  constructor(processes: number, keyId: string) {
    super(
      `${processes} running ${processes === 1 ? 'process does' : 'processes do'} not hold the master key ${keyId} yet; restart with it as VAULT_KEY and the former one as VAULT_KEY_PREVIOUS, then try again`,
    );
  }
}

/** Another rotation of the master key is under way. */
export class RotationRunningError extends Error {
  override readonly name = 'RotationRunningError';

  constructor() {
    super('Another rotation of the master key is under way');
  }
}

/** Something personal was to be sealed for a member who has been erased. */
export class SubjectErasedError extends Error {
  override readonly name = 'SubjectErasedError';
  readonly subject: number;

  constructor(subject: number) {
    super(`The key of member ${subject} was destroyed; nothing can be sealed for them any more`);
    this.subject = subject;
  }
}

/** A sealed value does not open: it was changed, moved to another place, or its key is lost. */
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

/** There is nothing to look at or to back up: the database has no vault. */
export class NoVaultError extends Error {
  override readonly name = 'NoVaultError';

  constructor() {
    super('This database holds no vault');
  }
}

/** A newer version of this software has brought the vault further, and alone may use it; nothing was changed. */
export class VaultTooNewError extends Error {
  override readonly name = 'VaultTooNewError';

  constructor(migration: string) {
    super(
      `The vault was brought further by a newer version (migration ${migration}). Start that version or a later one: there is no way back`,
    );
  }
}

/** A backup never overwrites a file. */
export class BackupExistsError extends Error {
  override readonly name = 'BackupExistsError';

  constructor(file: string) {
    super(`${file} exists already; a backup never overwrites a file`);
  }
}

/** A backup file is incomplete, changed or no backup of a vault; nothing was restored. */
export class BackupDamagedError extends Error {
  override readonly name = 'BackupDamagedError';

  constructor(reason: string, options?: ErrorOptions) {
    super(`This backup can't be used: ${reason}`, options);
  }
}

/** A backup was made by a newer version of this software; nothing was restored. */
export class BackupTooNewError extends Error {
  override readonly name = 'BackupTooNewError';

  constructor(what: string) {
    super(`This backup was made by a newer version (${what}); restore it with that version or a later one`);
  }
}

/** Only an empty vault is restored into; nothing was restored. */
export class VaultNotEmptyError extends Error {
  override readonly name = 'VaultNotEmptyError';

  constructor(found: string) {
    super(
      `This database holds a vault already (${found}). Restore into an empty database, or, if you are sure that nobody needs what it holds, drop its schema "vault" first`,
    );
  }
}
