import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@pmcw/testing';
import { type Program, untilUp } from './program.ts';

export interface PgBouncer extends Pick<Program, 'stop'> {
  /** Of the same database, through PgBouncer. */
  readonly url: string;
}

const iniOf = (server: URL, port: number, settings: readonly string[]) => `[databases]
* = host=${server.hostname} port=${server.port} user=${server.username} password=${server.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
${settings.join('\n')}
`;

/** Runs PgBouncer on loopback, without the rights of root, which it refuses. */
export async function startPgBouncer(databaseUrl: string, settings: readonly string[]): Promise<PgBouncer> {
  const server = new URL(databaseUrl);
  const [folder, port] = await Promise.all([mkdtemp(path.join(tmpdir(), 'pmcw-pgbouncer-')), freePort()]);
  const ini = path.join(folder, 'pgbouncer.ini');
  await writeFile(ini, iniOf(server, port, settings));
  await chmod(folder, 0o755);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn('pgbouncer', [...user, ini], { stdio: ['ignore', 'pipe', 'pipe'] });
  const isUp = async () => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect').finally(() => socket.destroy());
  };
  const { stop } = await untilUp('PgBouncer', child, { folder, isUp });
  const url = new URL(databaseUrl);
  url.port = String(port);
  return { url: url.href, stop };
}
