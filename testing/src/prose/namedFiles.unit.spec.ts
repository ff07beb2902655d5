import { describe, expect, it } from 'vitest';
import { missingFiles, namedFilesOf } from './namedFiles.ts';

const named = namedFilesOf([
  '.dependency-cruiser.cjs',
  'docs/decisions/mail.md',
  'pwa/src/device/offline/messages.ts',
  'pwa/src/device/offline/messages.unit.spec.ts',
]);
const missing = (file: string, content: string) =>
  missingFiles(file, content, named).map(({ line, found }) => `${line}: ${found}`);

describe('the check of named files', () => {
  it('finds pages that name missing files and folders', () => {
    const page =
      'Sends `messages.ts`.\nStores `offline/sent.ts` in `device/online/`, as in docs/decisions/mails.md.\n';
    expect(missing('pwa/README.md', page)).toEqual([
      '2: offline/sent.ts',
      '2: device/online/',
      '2: docs/decisions/mails.md',
    ]);
  });

  it('finds comments that name them, with the line on which the comment starts', () => {
    const source =
      '/**\n * As in `messages.int.spec.ts`.\n */\nconst a = 1; // docs/mail.md\nread("`gone.ts`");\n';
    expect(missing('pwa/src/sw.ts', source)).toEqual(['1: messages.int.spec.ts', '4: docs/mail.md']);
  });

  it('accepts paths from the root, from any folder, and from that of the page', () => {
    const page =
      '`pwa/src/device/offline/messages.ts` `offline/` `messages.unit.spec.ts` `./mail.md` `../decisions/`';
    expect(missing('docs/decisions/README.md', `${page} \`.dependency-cruiser.cjs\``)).toEqual([]);
  });

  it('rejects paths that leave the repository', () => {
    expect(missingFiles('docs/mail.md', 'As in `../../shared/mail.md`.', named)).toEqual([
      { line: 1, found: '../../shared/mail.md', write: 'nothing outside of the repository' },
    ]);
  });

  it('ignores patterns, placeholders, addresses, suffixes, what is built, and code', () => {
    const others =
      '`*.unit.spec.ts` `src/<area>/routes.ts` `pwa/…/sending.ts` `/api/openapi.json` `.long.spec.ts`';
    const built = '`dist/sw.js` `node_modules/a/` Node.js https://example.org/docs/gone.md `preloads.json`';
    expect(missing('README.md', `${others}\n${built}\n\`\`\`\ncat docs/gone.md\n\`\`\`\n`)).toEqual([]);
  });
});
