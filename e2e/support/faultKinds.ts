/** A request at the proxy, including requests for sockets. */
export interface RequestSeen {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly body: string;
  /** Time of arrival, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A frame on a socket. */
export interface FrameSeen {
  /** `up` is to the server. */
  readonly direction: 'up' | 'down';
  /** Of the request that opened the socket. */
  readonly cookie: string;
  /** '' for frames that are not the product's. */
  readonly type: string;
  readonly text: string;
}

/** A network fault of either. */
type NetworkFault =
  /** Arrives later; on a socket, so do later frames. */
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /**
   * Never arrives, without an error. A socket then loses all later frames in this direction, because a stream has no
   * gaps.
   */
  | { readonly kind: 'lose' }
  /** Arrives, but no answer ever comes. A socket then loses all frames of the other direction. */
  | { readonly kind: 'lose-answer' }
  /** The connection is reset before the server has it. */
  | { readonly kind: 'cut' }
  /** The connection is reset after the server has it. */
  | { readonly kind: 'cut-after' }
  /** Arrives twice. */
  | { readonly kind: 'twice' };

export type FrameFault = NetworkFault;

export type RequestFault =
  | NetworkFault
  /** The head of the answer arrives, its body later. */
  | { readonly kind: 'hold-body'; readonly until: Promise<unknown> }
  /** Another server answers, and the product gets nothing. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };
