import { connect } from 'node:net';

/** The raw answer to some bytes until the server closes the connection; `pieces` are sent one after the other. */
export function rawAnswer(port: number, ...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (data) => {
      text += data;
    });
    // A server that refuses a request may reset the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
    for (const piece of pieces) socket.write(piece);
  });
}

/** A raw request that closes its connection. */
export function rawRequest(start: string, headers: readonly string[] = [], body = ''): string {
  return [`${start} HTTP/1.1`, 'host: localhost:8080', 'connection: close', ...headers, '', body].join(
    '\r\n',
  );
}
