import { createHash, randomBytes } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let vault: Vault;
beforeAll(async () => {
  db = await freshDatabase();
  vault = await openVault({ connectionString: db.url, masterKey: randomBytes(32) });
});
afterAll(async () => {
  await vault.close();
  await db.drop();
});

const image = () => ({ bytes: randomBytes(300_000), mediaType: 'image/webp' });

describe('media', () => {
  it('are found under the hash of their bytes, as they were', async () => {
    const stored = image();
    const hash = await vault.media.store(10, stored);
    expect(hash).toBe(createHash('sha256').update(stored.bytes).digest('hex'));
    const found = await vault.media.find(hash);
    expect(found?.mediaType).toBe('image/webp');
    expect(stored.bytes.equals(found?.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('may be stored again without becoming two', async () => {
    const stored = image();
    const hash = await vault.media.store(11, stored);
    expect(await vault.media.store(11, stored)).toBe(hash);
    await vault.media.forget(11, hash);
    expect(await vault.media.find(hash)).toBeNull();
  });

  it('go with their owner, and stay for the others who keep the same', async () => {
    const [own, shared] = [image(), image()];
    const ownHash = await vault.media.store(12, own);
    const sharedHash = await vault.media.store(12, shared);
    await vault.media.store(13, shared);
    await vault.media.forgetAll(12);
    expect(await vault.media.find(ownHash)).toBeNull();
    expect(await vault.media.find(sharedHash)).not.toBeNull();
    await vault.media.forgetAll(13);
    expect(await vault.media.find(sharedHash)).toBeNull();
  });

  it.each(['', 'x', '../secrets', 'A'.repeat(64), 'a'.repeat(63)])(
    'are not looked for under %j',
    async (hash) => {
      expect(await vault.media.find(hash)).toBeNull();
    },
  );
});
