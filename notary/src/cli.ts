import { readFile, stat } from 'node:fs/promises';
import { receiptIn } from '@pmcw/contracts';
import type { EventLog } from '@pmcw/event-store';
import { ifThere } from '@pmcw/resilience/files';
import { SingleBar } from 'cli-progress';
import { readCheckpoints } from './checkpoints.ts';
import { type AuditFolder, publicKeyOf } from './folder.ts';
import { verifyReceipt } from './receipts.ts';
import { SignedTree } from './signedTree.ts';
import { LostNodesError, TreeFiles } from './treeFiles.ts';
import { type Verdict, verifyLog } from './verify.ts';

export interface AuditCliDependencies {
  readonly openLog: () => Promise<EventLog>;
  readonly folder: AuditFolder;
  /** Takes the verdict, which is then not printed. */
  readonly report?: ((document: object) => void) | undefined;
}

const codes = { whole: 0, found: 1, usage: 2 } as const;

const longestReceipt = 100_000;

/** `npm run audit -- verify | receipt <file>`. Exit codes: 0 right, 1 wrong, 2 usage error. */
export async function runAuditCli(
  args: readonly string[],
  dependencies: AuditCliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  const [command, file, ...rest] = args;
  if (command === 'verify' && file === undefined) return verify(dependencies, out);
  if (command === 'receipt' && file !== undefined && rest.length === 0)
    return checkReceipt(file, dependencies, out);
  return codes.usage;
}

async function checkReceipt(
  file: string,
  { openLog, folder, report }: AuditCliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  const receipt = receiptIn(await textOf(file));
  if (receipt === null) {
    out.write(`receipt: ${file} is no receipt.\n`);
    return codes.usage;
  }
  const log = await openLog();
  const tree = new SignedTree(folder);
  try {
    const { isTrue, what } = await verifyReceipt(receipt, { tree, log });
    if (report) report({ isTrue, what });
    else out.write(`receipt: ${isTrue ? 'true' : 'NOT true'}. ${what}\n`);
    return isTrue ? codes.whole : codes.found;
  } finally {
    await tree.close();
    await log.close();
  }
}

/** Empty for a missing file, or one too large for a receipt. */
async function textOf(file: string): Promise<string> {
  const { size } = (await ifThere(stat(file))) ?? { size: 0 };
  return size === 0 || size > longestReceipt ? '' : readFile(file, 'utf8');
}

/** Null for a missing or incomplete tree. */
async function treeToRead(folder: string, size: number): Promise<TreeFiles | null> {
  try {
    return await ifThere(TreeFiles.openToRead(folder, size));
  } catch (error) {
    if (error instanceof LostNodesError) return null;
    throw error;
  }
}

async function verify(
  { openLog, folder, report }: AuditCliDependencies,
  out: NodeJS.WritableStream,
): Promise<number> {
  // Read before the log: later checkpoints may include events that this walk doesn't see.
  const checkpoints = await readCheckpoints(folder.checkpoints);
  const signed = checkpoints.at(-1)?.size ?? 0;
  if (signed === 0) {
    const sentence = `verify: nothing was signed yet in ${folder.checkpoints}.`;
    if (report) report({ kind: 'unsigned', signed, sentence });
    else out.write(`${sentence}\n`);
    return codes.found;
  }
  const publicKey = await publicKeyOf(folder);
  const tree = await treeToRead(folder.tree, signed);
  if (tree === null)
    out.write('The tree is missing or incomplete: a change will be found, but not which event.\n');
  const log = await openLog();
  const bar = new SingleBar({
    format: 'verify [{bar}] {percentage}% | {value}/{total} events | {eta_formatted} left',
    stream: out,
    noTTYOutput: false,
  });
  bar.start(signed, 0);
  try {
    const verdict = await verifyLog({ log, checkpoints, publicKey, tree }, (events) =>
      bar.update(Math.min(events, signed)),
    );
    bar.stop();
    if (report) report({ kind: verdict.kind, signed, sentence: sentenceOf(verdict) });
    else out.write(`${sentenceOf(verdict)}\n`);
    return verdict.kind === 'whole' ? codes.whole : codes.found;
  } finally {
    bar.stop();
    await tree?.close();
    await log.close();
  }
}

function sentenceOf(verdict: Verdict): string {
  if (verdict.kind !== 'whole') return `verify: NOT what was signed. ${verdict.what}`;
  const { events, signed } = verdict;
  return `verify: whole. ${signed} events are what was signed; ${events - signed} came since.`;
}
