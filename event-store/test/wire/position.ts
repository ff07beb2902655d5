/** A position in the whole log. Both parts are equal for events; a checkpoint between events has `prepare` 0. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

export const beforeStart: Position = { commit: -1n, prepare: -1n };

const greatest = 2n ** 64n - 1n;

/** Position of the event that starts there. */
export function at(place: bigint): Position {
  return { commit: place, prepare: place };
}

export function isBefore(one: Position, other: Position): boolean {
  return one.commit < other.commit || (one.commit === other.commit && one.prepare < other.prepare);
}

export function later(one: Position, other: Position): Position {
  return isBefore(one, other) ? other : one;
}

/** In the unsigned form of the protocol: before the start looks like the very end. */
export function unsigned({ commit, prepare }: Position): Position {
  return { commit: BigInt.asUintN(64, commit), prepare: BigInt.asUintN(64, prepare) };
}

/**
 * Parses a client’s position.
 * @returns 'end' for the greatest 64-bit number
 * @throws RangeError for an impossible one
 */
export function received(commit: string, prepare: string): Position | 'end' {
  const position = { commit: BigInt(commit), prepare: BigInt(prepare) };
  const tooFar = [position.commit, position.prepare].some((part) => part >= 2n ** 63n && part !== greatest);
  if (position.commit < position.prepare || tooFar) throw new RangeError('Not a position');
  return position.commit === greatest ? 'end' : position;
}
