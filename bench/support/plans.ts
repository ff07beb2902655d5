import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Part } from './part.ts';

/** Settings of every new session of the database: log the plans of its statements. */
const explaining = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_parameter_max_length': '0',
};

async function logOf(dataDir: string): Promise<string> {
  const files = await readdir(dataDir, { recursive: true });
  const logs = files.filter((file) => file.endsWith('.log'));
  return (await Promise.all(logs.map((file) => readFile(path.join(dataDir, file), 'utf8')))).join('');
}

/** Returns the plans of a part's statements while it answers, from the server's log. */
export async function plansOf(
  client: pg.Client,
  dataDir: string,
  start: () => Promise<Part>,
  ask: (part: Part) => Promise<unknown>,
): Promise<string> {
  for (const [name, value] of Object.entries(explaining)) {
    await client.query(`alter database ${client.database} set ${name} = '${value}'`);
  }
  const part = await start();
  // Once, to warm up caches.
  await ask(part);
  const before = (await logOf(dataDir)).length;
  await ask(part);
  await part.stop();
  await client.query(`alter database ${client.database} reset all`);
  const plans = (await logOf(dataDir)).slice(before).split(/^(?=\d{4}-\d\d-\d\d )/m);
  return plans.filter((each) => each.includes('plan:') && each.includes('search')).join('\n');
}
