/** An open socket. It must not be touched after `closed`. */
export interface OpenSocket {
  send(bytes: Uint8Array, isBinary: boolean): unknown;
  getBufferedAmount(): number;
  /** Sends all frames of `work` in few writes. */
  cork(work: () => void): unknown;
  /** Sends what waits and a closing frame; `closed` follows at once. */
  end(code: number, reason: string): unknown;
  /** Without a closing frame. */
  close(): unknown;
}
