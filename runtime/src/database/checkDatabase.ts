import type { Logger } from '@pmcw/resilience';
import pg from 'pg';
import { CannotStartError } from '../process/cannotStart.ts';
import { readFacts, readServer } from './facts.ts';
import { connectWithParameters, poolingFindings, sessionParameters } from './pooling.ts';
import { type DatabaseNeeds, type Finding, findingsOf, serverFindings } from './requirements.ts';

const timeoutMs = 15_000;

/** Not retried, and starting processes keep a machine busy. */
function clientFor(connectionString: string, parameters: pg.ClientConfig = {}): pg.Client {
  return (
    new pg.Client({
      connectionString,
      application_name: 'pmcw-requirements',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
      ...parameters,
    })
      // Without a listener, a lost connection would end the process.
      .on('error', () => undefined)
  );
}

async function findings(
  first: pg.Client,
  second: pg.Client,
  needs: DatabaseNeeds,
): Promise<readonly Finding[]> {
  await first.connect();
  const { version, encoding } = await readServer(first);
  const ofServer = serverFindings(version, encoding);
  if (ofServer.some(({ isRefused }) => isRefused)) return ofServer;
  const facts = await readFacts(first, needs.extensions ?? []);
  const own = [...ofServer, ...findingsOf(facts, needs)];
  const connected = await connectWithParameters(second);
  if (connected !== 'connected') return [...own, connected];
  return [...own, ...(await poolingFindings(first, second, facts.role))];
}

const lineOf = ({ problem, remedy }: Finding): string => `${problem}. To fix it: ${remedy}`;

/**
 * Compares a database with docs/operations.md, "Your own PostgreSQL", and logs what is only unwise.
 * @throws CannotStartError with what must be changed, and the commands
 */
export async function checkDatabase(
  connectionString: string,
  needs: DatabaseNeeds,
  logger: Logger,
): Promise<void> {
  const first = clientFor(connectionString);
  const second = clientFor(connectionString, sessionParameters);
  try {
    const found = await findings(first, second, needs);
    const refused = found.filter(({ isRefused }) => isRefused);
    if (refused.length > 0) {
      const lines = refused.map((finding) => `\n  ${lineOf(finding)}`);
      throw new CannotStartError(`DATABASE_URL can't be used:${lines.join('')}`);
    }
    for (const finding of found) logger.warn({ remedy: finding.remedy }, `the database: ${finding.problem}`);
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}
