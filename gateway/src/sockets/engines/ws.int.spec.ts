import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { houses } from '../../../test/house.ts';

const gateway = path.resolve(import.meta.dirname, '../../..');

/** All that open gateways, relative to the workspace. */
const specs = ['src', 'test']
  .flatMap((folder) =>
    readdirSync(path.join(gateway, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.join(folder, file),
    ),
  )
  .filter(
    (file) => file.endsWith('.int.spec.ts') && !file.endsWith('ws.int.spec.ts') && !/dispatch/.test(file),
  );

beforeAll(() => {
  houses.engine = 'ws';
});
afterAll(() => {
  houses.engine = undefined;
});

// The query makes another module of a file that this process has perhaps run before.
describe.each(specs)('on ws: %s', async (file) => {
  await import(`${path.join(gateway, file)}?ws`);
});
