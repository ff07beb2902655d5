import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createHttpServer } from './server.ts';

const unused = () => Promise.reject(new Error('not used'));

it('closes at once although a browser has opened a connection that it never used', async () => {
  const sessions = {
    find: unused,
    start: unused,
    startProved: unused,
    all: unused,
    ended: unused,
    end: unused,
    endAll: unused,
    forgetAll: unused,
    onEnded: () => () => {},
  };
  const app = await createHttpServer({ vault: { sessions }, publicUrl: 'http://localhost:8080' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const accepted = once(app.server, 'connection');
  const socket = connect(address.port, '127.0.0.1');
  await accepted;
  const cutOff = once(socket, 'close');
  await app.close();
  await cutOff;
  expect(socket.destroyed).toBe(true);
}, 10_000);
