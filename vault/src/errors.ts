/** Too many passwords are waiting to be hashed; nothing was done, trying again in a moment makes sense. */
export class VaultBusyError extends Error {
  override readonly name = 'VaultBusyError';
}

/** The database was first used with another master key; going on would lose names and sealed fields. */
export class WrongMasterKeyError extends Error {
  override readonly name = 'WrongMasterKeyError';

  constructor() {
    super('The master key (VAULT_KEY) is not the one that this database was made with');
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
