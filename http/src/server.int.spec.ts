import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { onlyIncarnation } from '@pmcw/runtime';
import { expect, it, vi } from 'vitest';
import { createHttpServer } from './server.ts';

const sessions = { find: () => Promise.reject(new Error('not used')) };
const newServer = () =>
  createHttpServer({
    vault: { sessions },
    publicUrl: 'http://localhost:8080',
    incarnations: onlyIncarnation,
  });

/** A promise and its resolver. */
function gate(): { promise: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

async function listen(app: Awaited<ReturnType<typeof newServer>>): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

it('closes at once despite an unused connection of a browser', async () => {
  const app = await newServer();
  const port = await listen(app);
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;
  const cutOff = once(socket, 'close');
  await app.close();
  await cutOff;
  expect(socket.destroyed).toBe(true);
});

it('answers requests while closing like any other problem, with Retry-After', async () => {
  const app = await newServer();
  const body = new PassThrough();
  app.get('/long', (_request, reply) => reply.type('text/plain').send(body));
  const served: Socket[] = [];
  app.server.on('connection', (socket: Socket) => void served.push(socket));
  const port = await listen(app);
  const open = () => {
    const socket = connect({ port, host: '127.0.0.1' });
    const received = { socket, answer: '' };
    socket.setEncoding('utf8').on('data', (text: string) => {
      received.answer += text;
    });
    return received;
  };
  const [long, half] = [open(), open()];
  long.socket.write('GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n');
  half.socket.write('GET /api/user HTTP/1.1\r\n');
  body.write('begun');
  await expect.poll(() => long.answer).toContain('begun');
  await expect.poll(() => served.filter(({ bytesRead }) => bytesRead > 0).length).toBe(2);
  const closing = app.close();
  await expect.poll(() => app.server.listening).toBe(false);
  half.socket.write('host: localhost\r\n\r\n');
  await expect.poll(() => half.answer).toMatch(/"code":"unavailable"/);
  expect(half.answer).toMatch(/^HTTP\/1.1 503 /);
  expect(half.answer.toLowerCase()).toMatch(/content-type: application\/problem\+json/);
  expect(half.answer.toLowerCase()).toContain('retry-after: 1\r\n');
  expect(half.answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  body.end();
  await closing;
});

it('finishes an answer that was started, then closes its connection, which the browser would keep open', async () => {
  const app = await newServer();
  const body = new PassThrough();
  app.get('/long', (_request, reply) => reply.type('text/plain').send(body));
  const socket = connect({ port: await listen(app), host: '127.0.0.1' });
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.write('GET /long HTTP/1.1\r\nhost: localhost\r\n\r\n');
  body.write('begun, ');
  await expect.poll(() => answer).toContain('begun, ');
  let isClosed = false;
  const closing = app.close().then(() => {
    isClosed = true;
  });
  await expect.poll(() => app.server.listening).toBe(false);
  body.end('and finished');
  // Otherwise it would wait 72 seconds for the browser.
  await expect.poll(() => isClosed).toBe(true);
  await closing;
  await expect.poll(() => answer).toContain('and finished');
});

it('starts even if loading takes a minute, as on a busy machine', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const app = await newServer();
    const { promise: loading, open: begin } = gate();
    const { promise: loaded, open: finish } = gate();
    void app.register(() => {
      begin();
      return loaded;
    });
    const ready = app.ready();
    await loading;
    await vi.advanceTimersByTimeAsync(60_000);
    finish();
    await ready;
    await app.close();
  } finally {
    vi.useRealTimers();
  }
});

it('cuts off a slow read instead of waiting for it', async () => {
  const app = await newServer();
  const asked = gate();
  app.get('/endless', () => {
    asked.open();
    return new Promise(() => undefined);
  });
  const socket = connect({ port: await listen(app), host: '127.0.0.1' }).on('error', () => undefined);
  const cutOff = once(socket, 'close');
  socket.write('GET /endless HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await asked.promise;
  await app.close();
  await cutOff;
});
