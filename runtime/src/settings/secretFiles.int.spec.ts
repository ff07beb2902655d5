import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedSecret } from './kinds.ts';
import { readSettings } from './readSettings.ts';

const schema = z.object({ DISPATCH_SECRET: sharedSecret });
const secret = 's'.repeat(40);

describe('a setting from a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pmcw-secrets-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function fileWith(content: string): Promise<string> {
    const file = path.join(folder, String(Math.random()));
    await writeFile(file, content);
    return file;
  }

  it('is the trimmed content', async () => {
    const environment = { DISPATCH_SECRET: '', DISPATCH_SECRET_FILE: await fileWith(`${secret}\n`) };
    expect(readSettings(schema, environment)).toEqual({ DISPATCH_SECRET: secret });
  });

  it('cannot be given both ways', async () => {
    const environment = { DISPATCH_SECRET: secret, DISPATCH_SECRET_FILE: await fileWith(secret) };
    expect(() => readSettings(schema, environment)).toThrow(
      "These settings can't be used:\n  DISPATCH_SECRET_FILE: is set beside DISPATCH_SECRET; only one of them can be",
    );
  });

  it('is reported with the name of the missing file', () => {
    const file = path.join(folder, 'missing');
    expect(() => readSettings(schema, { DISPATCH_SECRET_FILE: file })).toThrow(
      `These settings can't be used:\n  DISPATCH_SECRET_FILE: the file ${file} can't be read (ENOENT)`,
    );
  });

  it('is refused when the file is empty or its content is unusable, without revealing it', async () => {
    const empty = await fileWith('\n');
    expect(() => readSettings(schema, { DISPATCH_SECRET_FILE: empty })).toThrow(`the file ${empty} is empty`);
    const short = await fileWith('hidden');
    expect(() => readSettings(schema, { DISPATCH_SECRET_FILE: short })).toThrow(
      "These settings can't be used:\n  DISPATCH_SECRET: must have at least 32 characters (openssl rand -hex 32)",
    );
  });
});
