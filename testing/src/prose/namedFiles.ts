import path from 'node:path';
import type { Finding } from './findings.ts';
import { linesOfPage, textsOfSource } from './texts.ts';

/** Paths of files and folders from the root, and from each folder below it. Those of folders end with a slash. */
export type NamedFiles = ReadonlySet<string>;

const file = String.raw`[\w.@+-]*\.(?:tsx?|[mc]js|sql|md|css|json|ya?ml|sh|service)`;
const folder = String.raw`[\w.@+-]+/`;
const quoted = /`([^`\s]+)`/g;
const fileOrFolder = new RegExp(`^(?:(?:${folder})*${file}|(?:${folder})+)$`);
/** Also in commands and outside of backticks. A name without a folder can be another thing there, as `Node.js` is. */
const fileInFolder = new RegExp(String.raw`(?<![^\s(\`])(?:${folder})+${file}(?![\w.-]*[\w/*])`, 'g');
/** Made by builds, specs and running parts. */
const untracked =
  /(^|\/)(dist|node_modules|assets|test-results)\/|(^|\/)(preloads|firstViews|profile-keys|checkpoint)\.json$/;
/** Of names, and a method. */
const others = /^\.\w+\.spec\.ts$|^Response\.json$/;

export function namedFilesOf(tracked: readonly string[]): NamedFiles {
  const named = new Set<string>();
  for (const parts of tracked.map((each) => each.split('/'))) {
    for (const [from] of parts.entries()) {
      named.add(parts.slice(from).join('/'));
      for (let to = from + 1; to < parts.length; to += 1) named.add(`${parts.slice(from, to).join('/')}/`);
    }
  }
  return named;
}

function objectionTo(name: string, from: string, named: NamedFiles): string | null {
  if (untracked.test(name) || others.test(name)) return null;
  const isRelative = /^\.{1,2}\//.test(name);
  const resolved = isRelative ? path.posix.join(path.posix.dirname(from), name) : name;
  if (resolved.startsWith('../')) return 'nothing outside of the repository';
  return named.has(resolved) ? null : 'a file or folder that exists';
}

/** Finds files and folders that a page or a comment names although they don't exist. */
export function missingFiles(from: string, content: string, named: NamedFiles): readonly Finding[] {
  const texts = from.endsWith('.md')
    ? linesOfPage(content)
    : textsOfSource(from, content).filter(({ kind }) => kind === 'comment');
  return texts.flatMap(({ line, text }) => {
    const alone = [...text.matchAll(quoted)].flatMap(([, name = '']) =>
      fileOrFolder.test(name) ? [name] : [],
    );
    const names = new Set([...alone, ...[...text.matchAll(fileInFolder)].map(([name]) => name)]);
    return [...names].flatMap((found) => {
      const write = objectionTo(found, from, named);
      return write === null ? [] : [{ line, found, write }];
    });
  });
}
