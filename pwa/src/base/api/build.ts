import { isOfServer } from './ofServer.ts';
import { noteReach } from './reach.ts';

const answerWithinMs = 10_000;

/** A release replaced the build that this page runs. */
export class BuildGoneError extends Error {
  override readonly name = 'BuildGoneError';
}

/** `away`: no answer, or one that is not of our server. */
async function statusOfFile(url: string): Promise<'here' | 'gone' | 'away'> {
  try {
    const signal = AbortSignal.timeout(answerWithinMs);
    const answer = await fetch(url, { method: 'HEAD', cache: 'no-store', signal });
    if (!isOfServer(answer)) return 'away';
    if (answer.status === 404) return 'gone';
    return answer.ok ? 'here' : 'away';
  } catch {
    return 'away';
  }
}

/**
 * Most browsers name the file in an error of `import()`. Otherwise this file, whose name contains a hash of all parts
 * it names.
 */
const fileOf = (error: unknown): string =>
  /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0] ?? import.meta.url;

/**
 * Fetches a part of the app, with one retry after a short disconnection. Otherwise marks the server as unreachable;
 * listeners of `onServerBack` then know when to retry.
 * @throws BuildGoneError if the server no longer has the part; otherwise the browser's error
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const found = await statusOfFile(fileOf(error));
    if (found === 'here') return load();
    if (found === 'gone') throw new BuildGoneError('This build is no longer there', { cause: error });
    noteReach(false);
    throw error;
  }
}
