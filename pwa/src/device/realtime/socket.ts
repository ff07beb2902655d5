/** The part of a WebSocket that the connection uses. */
export interface Socket {
  send(text: string): void;
  /** Closes without calling `onClose`. */
  discard(): void;
}

/** What happens on a socket. */
export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** Closed by the other side or the network. */
  readonly onClose: (code: number) => void;
}

/** Opens a socket to the server; never throws for a network's sake. */
export type OpenSocket = (events: SocketEvents) => Socket;

/** `/ws` on the site that this page came from, ws or wss like the page (spec §7). */
export const openBrowserSocket: OpenSocket = ({ onOpen, onText, onClose }) => {
  const url = new URL('/ws', window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(url);
  const listening = new AbortController();
  const { signal } = listening;
  socket.addEventListener('open', onOpen, { signal });
  socket.addEventListener('message', ({ data }) => typeof data === 'string' && onText(data), { signal });
  socket.addEventListener('close', ({ code }) => onClose(code), { signal });
  return {
    send: (text) => socket.send(text),
    discard: () => {
      listening.abort();
      socket.close();
    },
  };
};
