import { connect } from 'node:net';

/** All that the gateway answers before it closes the connection. */
export function answerTo(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    let text = '';
    socket.setEncoding('utf8').on('data', (data) => {
      text += data;
    });
    socket.on('close', () => resolve(text));
    socket.write(request);
  });
}

/** An upgrade request as sent over the wire, with headers of the caller. */
export function upgradeRequest({ connection = 'upgrade', ...headers }: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    'GET /ws HTTP/1.1',
    'host: localhost',
    'upgrade: websocket',
    `connection: ${connection}`,
    'sec-websocket-version: 13',
    'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
    ...lines,
    '\r\n',
  ].join('\r\n');
}
