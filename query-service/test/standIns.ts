import { generateKeyPairSync, sign } from 'node:crypto';
import type { Sealer } from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';
import type { QueryServiceOptions } from '../src/index.ts';

const epoch = Symbol();
/** Keeps personal fields as they are. */
export const plain: Sealer = {
  seal: async (fields) => fields.map(({ plaintext }) => plaintext),
  open: async (fields) => fields.map(({ sealed }) => sealed),
  epoch: () => epoch,
};

export const noDrafts = { all: async () => [] };
export const noPasskeys = { all: async () => [] };

export const anyExports: Vault['exports'] = {
  admit: async () => ({ admitted: true, at: new Date() }),
  take: async () => new Date(),
  withdraw: async () => undefined,
  clear: async () => undefined,
};

/** One key for all specs of a process. */
export const profileKeys: QueryServiceOptions['vault']['profileKeys'] = (() => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = privateKey.export({ format: 'jwk' });
  const key = { id: 'k1', publicKey: x, createdAt: new Date('2026-01-01'), retiredAt: null };
  return {
    all: async () => [key],
    signer: async () => ({ keyId: key.id, sign: (text) => sign(null, Buffer.from(text), privateKey) }),
  };
})();

/** Sessions with tokens that name their member: `member-7`. */
export const sessions: Vault['sessions'] = {
  find: async (token) => {
    const userId = Number(/^member-(\d+)$/.exec(token)?.[1] ?? 0);
    return userId === 0 ? null : { id: token, userId, expiresAt: new Date('2099-01-01') };
  },
  start: () => Promise.reject(new Error('not used')),
  startProved: () => Promise.reject(new Error('not used')),
  prove: () => Promise.reject(new Error('not used')),
  isFresh: async () => true,
  all: async () => [],
  ended: async () => [],
  end: async () => false,
  endAll: async () => undefined,
  forgetAll: async () => undefined,
  onEnded: () => () => undefined,
};
