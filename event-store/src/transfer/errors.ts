/** Cut off, changed, or not written by `export`. Names places, never data. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
}

/** A copy of it would pass for a backup. */
export class EmptyLogError extends Error {
  override readonly name = 'EmptyLogError';
}

export interface Place {
  readonly position: bigint;
  readonly stream: string;
  readonly revision: number;
}

export type Disagreement =
  | 'stream'
  | 'revision'
  | 'event id'
  | 'type'
  | 'data'
  | 'metadata'
  | 'missing in the source'
  | 'missing in the target';

export class LogsDifferError extends Error {
  override readonly name = 'LogsDifferError';
  readonly what: Disagreement;
  readonly equal: number;
  readonly source: Place | null;
  readonly target: Place | null;

  constructor(what: Disagreement, equal: number, source: Place | null, target: Place | null) {
    super(
      `The first difference is event ${equal + 1} (${what}): ` +
        `${describePlace('source', source)}, ${describePlace('target', target)}`,
    );
    this.what = what;
    this.equal = equal;
    this.source = source;
    this.target = target;
  }
}

export class TargetChangedError extends Error {
  override readonly name = 'TargetChangedError';
}

function describePlace(side: string, place: Place | null): string {
  if (place === null) return `the ${side} has none`;
  return `the ${side} has ${place.stream} revision ${place.revision} at position ${place.position}`;
}
