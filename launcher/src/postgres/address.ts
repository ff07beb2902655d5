import path from 'node:path';

/** Where the server listens: in a folder, or, if it is null, on 127.0.0.1. */
export interface Address {
  readonly port: number;
  readonly socketFolder: string | null;
}

/** Only part of the socket's name. */
const socketPort = 5432;
/** Of macOS; Linux allows 107. */
const mostSocketBytes = 103;

const socketFile = (folder: string): string => path.join(folder, `.s.PGSQL.${socketPort}`);

/** Left by a server that was killed; its lock would prevent a start if another process has its pid. */
export const socketFiles = (folder: string): readonly string[] => [
  socketFile(folder),
  `${socketFile(folder)}.lock`,
];

/**
 * A socket in the folder: a statement costs a third less than over TCP, and no other user can connect. Null where its
 * path is too long, and on Windows.
 */
export function socketIn(folder: string): Address | null {
  const fits = Buffer.byteLength(socketFile(folder)) <= mostSocketBytes;
  return process.platform !== 'win32' && fits ? { port: socketPort, socketFolder: folder } : null;
}

/** Of the superuser. */
export function urlAt({ port, socketFolder }: Address, password: string): string {
  const host = socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder);
  return `postgresql://postgres:${password}@${host}:${port}/postgres`;
}
