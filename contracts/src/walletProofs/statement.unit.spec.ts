import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evmChainId, proofKindOf } from './schemes.ts';
import { type ProofStatement, proofStatement, readStatement } from './statement.ts';

const ada: ProofStatement = {
  site: 'pmcw.example',
  url: 'https://pmcw.example/ada',
  username: 'ada',
  network: 'ETH',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  nonce: 'bTyXgcQxn2htgkjJn',
  issuedAt: '2026-11-24T08:06:05.000Z',
};

describe('the statement of a proof', () => {
  it('is exactly this text', () => {
    expect(proofStatement(ada)).toBe(
      [
        'pmcw.example asks you to prove that this Ethereum address is yours:',
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '',
        'I am @ada on pmcw.example, and this address is mine. Signing is free and moves nothing.',
        '',
        'URI: https://pmcw.example/ada',
        'Version: 1',
        'Network: ETH',
        'Chain ID: 1',
        'Nonce: bTyXgcQxn2htgkjJn',
        'Issued At: 2026-11-24T08:06:05.000Z',
      ].join('\n'),
    );
  });

  it('names no chain for networks without one', () => {
    const btc = { ...ada, network: 'BTC', address: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l' };
    expect(proofStatement(btc)).toContain('Network: BTC\nNonce: ');
    expect(readStatement(proofStatement(btc))).toEqual(btc);
  });

  it('is no valid sign-in text (EIP-4361, Sign-In With Solana)', () => {
    expect(proofStatement(ada)).not.toMatch(/wants you to sign in with your \w+ account/);
  });

  const statements = fc.record({
    site: fc.constantFrom('pmcw.example', 'localhost:8080', '[::1]:8080'),
    url: fc.webUrl().filter((url) => /^[\x21-\x7e]+$/.test(url)),
    username: fc.stringMatching(/^\w{3,30}$/),
    network: fc.constantFrom('ETH', 'PMCW', 'MATIC', 'SOL', 'BTC'),
    address: fc.stringMatching(/^[1-9a-zA-Z]{10,90}$/),
    nonce: fc.stringMatching(/^[A-Za-z0-9]{17,40}$/),
    issuedAt: fc
      .date({
        min: new Date('2020-01-01T00:00:00.000Z'),
        max: new Date('2200-01-01T00:00:00.000Z'),
        noInvalidDate: true,
      })
      .map((date) => date.toISOString()),
  });

  it('is parsed as written', () => {
    fc.assert(
      fc.property(statements, (statement) => {
        expect(readStatement(proofStatement(statement))).toEqual(statement);
      }),
    );
  });

  it('is not parsed when a line is missing, doubled or added, or anything precedes or follows', () => {
    fc.assert(
      fc.property(statements, fc.nat(), fc.nat({ max: 2 }), (statement, at, times) => {
        fc.pre(times !== 1);
        const lines = proofStatement(statement).split('\n');
        const changed = lines.flatMap((line, n) =>
          n === at % lines.length ? Array(times).fill(line) : [line],
        );
        expect(readStatement(changed.join('\n'))).toBeNull();
      }),
    );
    const text = proofStatement(ada);
    for (const other of [
      '',
      `${text}\n`,
      ` ${text}`,
      text.replace('\n', '\r\n'),
      text.replace('ID: 1', 'ID: 5'),
    ]) {
      expect(readStatement(other)).toBeNull();
    }
    expect(readStatement(text.replace('@ada on pmcw.example', '@ada on other.example'))).toBeNull();
    expect(readStatement(text.replace('Ethereum', 'Bitcoin'))).toBeNull();
  });
});

describe('which addresses can be proved', () => {
  it.each([
    ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'evm'],
    ['AVAX', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'evm'],
    ['AVAX', 'X-avax1slt2dhfu6a6qezcn5sgtagumq8ag8we75f84sw', null],
    ['SOL', '4Nd1mYQZ6bS4k6mKJ1JTVFdRqBqbcyCUuaJUGb2yFKWg', 'solana'],
    ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'bitcoin'],
    ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'bitcoin'],
    ['BTC', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 'bitcoin'],
    ['BTC', 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3', 'bitcoin'],
    // Of several keys (BIP-141, P2WSH).
    ['BTC', 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9', null],
    ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', null],
    ['XYZ', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', null],
    ['constructor', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', null],
  ])('%s %s: %s', (network, address, kind) => expect(proofKindOf(network, address)).toBe(kind));

  it('knows the chains of EIP-155', () => {
    expect(['ETH', 'PMCW', 'BSC', 'MATIC', 'AVAX', 'BTC'].map(evmChainId)).toEqual([
      1,
      56,
      56,
      137,
      43114,
      null,
    ]);
  });
});
