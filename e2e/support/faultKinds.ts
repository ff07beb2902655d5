/** A request as the proxy gets it, that for a socket among them. */
export interface RequestSeen {
  readonly method: string;
  readonly path: string;
  readonly cookie: string;
  readonly body: string;
  /** When it came, in milliseconds of `performance.now()`. */
  readonly at: number;
}

/** A frame on a socket. */
export interface FrameSeen {
  /** `up` goes to the server. */
  readonly direction: 'up' | 'down';
  /** Of the request that opened the socket. */
  readonly cookie: string;
  /** '' when it is no frame of ours. */
  readonly type: string;
  readonly text: string;
}

/** What a network does to both. */
type NetworkFault =
  /** Comes later; on a socket those behind it do too. */
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'hold'; readonly until: Promise<unknown> }
  /** Never arrives, and nobody says so. A socket is mute from there on, for a stream has no holes. */
  | { readonly kind: 'lose' }
  /** Arrives; no answer ever comes. A socket is deaf from there on. */
  | { readonly kind: 'lose-answer' }
  /** The connection is reset before the server has it, */
  | { readonly kind: 'cut' }
  /** or once the server has it. */
  | { readonly kind: 'cut-after' }
  /** Arrives twice. */
  | { readonly kind: 'twice' };

/** What may become of a frame. */
export type FrameFault = NetworkFault;

/** What may become of a request. */
export type RequestFault =
  | NetworkFault
  /** The head of the answer comes, its body later. */
  | { readonly kind: 'hold-body'; readonly until: Promise<unknown> }
  /** Somebody else answers, and the server hears nothing of it. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string;
    };
