import type { Logger } from '@pmcw/resilience';
import type { ListenOptions } from '@pmcw/runtime';
import type { Connection } from '../connection.ts';
import type { HttpAnswer } from '../httpAnswer.ts';
import type { OpenSocket } from '../openSocket.ts';
import type { Admission } from '../upgrade.ts';

export const socketEngines = ['uws', 'ws'] as const;
export type SocketEngine = (typeof socketEngines)[number];

/** For how long the rest of a body may still arrive after its request is answered. */
export const arrivalMs = 25_000;

/** Options of an engine: how the gateway answers. */
export interface EngineParts {
  readonly logger: Logger;
  readonly maxPayloadBytes: number;
  /** Silence after which a socket is dropped; live ones answer pings in time. */
  readonly idleSeconds: number;
  /** Reads the headers before it returns, because engines may invalidate them. */
  readonly admit: (peer: string, header: (name: string) => string) => Promise<Admission>;
  readonly answer: (method: string, path: string) => Promise<HttpAnswer>;
  readonly opened: (connection: Connection, socket: OpenSocket) => void;
  readonly closed: (connection: Connection, code: number) => void;
}

/** A server of WebSockets at `/ws`, with a few plain requests on the same port. */
export interface Engine {
  /** Resolves with the port. @throws CannotStartError if it can't be bound */
  listen(options: ListenOptions): Promise<number>;
  stopListening(): void;
  close(): void;
}
