/** A file of events is not what `export` wrote: cut off, changed, or of another format. Names places, never data. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** Where an event stands, for people to look it up; nothing of what it says. */
export interface Place {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
}

/** What two logs, or a log and a file, disagree on first. */
export type Disagreement =
  | 'stream'
  | 'revision'
  | 'event id'
  | 'type'
  | 'data'
  | 'metadata'
  | 'missing in the source'
  | 'missing in the target';

/** The target is not what the source is; says where they part, never data. */
export class LogsDifferError extends Error {
  override readonly name = 'LogsDifferError';
  readonly what: Disagreement;
  /** How many events before this one are equal. */
  readonly equal: number;
  readonly source: Place | null;
  readonly target: Place | null;

  constructor(what: Disagreement, equal: number, source: Place | null, target: Place | null) {
    super(
      `The first difference is event ${equal + 1} (${what}): ` +
        `${describe('source', source)}, ${describe('target', target)}`,
    );
    this.what = what;
    this.equal = equal;
    this.source = source;
    this.target = target;
  }
}

/** Somebody else writes to the target: what was appended is no longer all that it gets. */
export class TargetChangedError extends Error {
  override readonly name = 'TargetChangedError';
}

function describe(side: string, place: Place | null): string {
  if (place === null) return `the ${side} has none`;
  return `the ${side} has ${place.stream} revision ${place.revision} at position ${place.position}`;
}
