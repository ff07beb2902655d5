import { describe, expect, it } from 'vitest';
import { profileEvents } from './profiles.ts';

describe('WalletRestored', () => {
  it('of version 1 has no proof', () => {
    const { schema, upcasters } = profileEvents.WalletRestored;
    const first = {
      userId: 7,
      walletId: 'w',
      network: 'ETH',
      address: '0xabc',
      addedAt: '2026-01-01T00:00:00.000Z',
    };
    expect(schema.parse(upcasters[1](first))).toEqual({
      ...first,
      statement: null,
      signature: null,
      scheme: null,
      provedAt: null,
    });
  });
});
