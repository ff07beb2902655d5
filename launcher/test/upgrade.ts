import { connect } from 'node:net';

/** Requests a socket at `/ws` and returns the first answer, then drops the connection. */
export function upgrade(port: number, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8').once('data', (text) => {
      socket.destroy();
      resolve(String(text));
    });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.write(
      [
        'GET /ws HTTP/1.1',
        'host: localhost:8080',
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
        ...lines,
        '\r\n',
      ].join('\r\n'),
    );
  });
}
