/**
 * The least that a server can do: sends each message of a socket to all sockets. Takes PORT and ENGINE from the
 * environment: `uws` by topic, `ws` by a send to each, `socket.io` by an event to all.
 */

import * as uws from 'uWebSockets.js';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { WebSocketServer } from 'ws';

const port = Number(process.env.PORT);

function serveUws(): void {
  const app = uws.App();
  app.ws('/*', {
    // Otherwise it skips messages of slow readers.
    maxBackpressure: 64 * 1_024 * 1_024,
    open: (socket) => void socket.subscribe('all'),
    message: (_, message) => void app.publish('all', message),
  });
  app.get('/*', (response) => void response.end());
  app.listen('127.0.0.1', port, () => undefined);
}

const server = createServer((_, response) => response.end());

function serveWs(): void {
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.on('message', (message) => {
      const text = message.toString();
      for (const other of sockets.clients) other.send(text);
    });
  });
  server.listen(port, '127.0.0.1');
}

function serveSocketIo(): void {
  const io = new Server(server, { transports: ['websocket'], serveClient: false });
  io.on('connection', (socket) => socket.on('message', (message) => void io.emit('message', message)));
  server.listen(port, '127.0.0.1');
}

const serve = { uws: serveUws, ws: serveWs, 'socket.io': serveSocketIo };
const chosen = Object.entries(serve).find(([name]) => name === process.env.ENGINE);
chosen?.[1]();
process.once('SIGTERM', () => process.exit(0));
