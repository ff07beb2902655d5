import { noteReach } from './reach.ts';

/** Longest wait for the server to say whether it has this build, in milliseconds. */
const lookMs = 10_000;

/** The server no longer has the build that this page runs: a release has replaced it. */
export class BuildGoneError extends Error {
  override readonly name = 'BuildGoneError';
}

/**
 * Whether the server has a file of the build that this page runs. "Away" where nothing answers, or something else than the server does.
 */
async function lookForFile(url: string): Promise<'here' | 'gone' | 'away'> {
  try {
    const signal = AbortSignal.timeout(lookMs);
    const { status } = await fetch(url, { method: 'HEAD', cache: 'no-store', signal });
    if (status === 404) return 'gone';
    return status === 200 ? 'here' : 'away';
  } catch {
    return 'away';
  }
}

/**
 * The file that an error of `import()` is about, as most browsers say; else this very file, whose name holds a hash of it and of all parts that it
 * names, and which so is gone with them.
 */
const fileOf = (error: unknown): string =>
  /https?:\/\/\S+\.js/.exec(error instanceof Error ? error.message : '')?.[0] ?? import.meta.url;

/**
 * Fetches a part of the app, and once more where the way was cut off for a moment only. If nothing answers, that is noted, and listeners of
 * `onBack` are called when another attempt makes sense.
 * @throws BuildGoneError if the server no longer has it; else the error of the browser
 */
export async function fetchPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    const found = await lookForFile(fileOf(error));
    if (found === 'here') return load();
    if (found === 'gone') throw new BuildGoneError('This build is no longer there', { cause: error });
    noteReach(false);
    throw error;
  }
}
