import { startWireServer } from './server.ts';

/** Serves on a port (first argument) until SIGTERM or SIGINT; the second argument may be a release (23.10, 24.10). */
const [port, release] = process.argv.slice(2);
const server = await startWireServer({
  port: Number(port ?? 0),
  release: release === '23.10' ? '23.10' : '24.10',
});
console.log(`ready ${server.connectionString}`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.stop());
