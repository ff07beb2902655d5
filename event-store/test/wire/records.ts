/** An event as proposed by a client. `json` is whether its content type was `application/json`. */
export interface Proposed {
  readonly id: string;
  readonly type: string;
  readonly json: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

/** An event of the log. `position` is both its commit and prepare position. */
export interface WireRecord extends Proposed {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly created: Date;
}
