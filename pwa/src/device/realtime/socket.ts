export interface Socket {
  send(text: string): void;
  /** Closes without calling `onClose`. */
  discard(): void;
}

export interface SocketEvents {
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  readonly onClose: (code: number) => void;
}

/** Network failures never throw. */
export type OpenSocket = (events: SocketEvents) => Socket;

/** `/ws` on the page's own site, with ws or wss to match (spec §7). */
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
