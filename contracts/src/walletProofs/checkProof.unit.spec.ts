import {
  bip322Wallet,
  bitcoinMessageWallet,
  evmWallet,
  solanaWallet,
  type TestWallet,
} from '@pmcw/testing/wallets';
import { describe, expect, it } from 'vitest';
import { checkProof, type SeenProof } from './checkProof.ts';
import { type ProofStatement, proofStatement } from './statement.ts';

const wallet = evmWallet();

/** A proof on a profile; `says` changes the signed content, `shown` the profile. */
function seenProof(
  { network, address, sign }: TestWallet,
  says: Partial<ProofStatement> = {},
  shown: Partial<SeenProof['proof']> = {},
): SeenProof {
  const statement = proofStatement({
    site: 'pmcw.example',
    url: 'https://pmcw.example/ada',
    username: 'ada',
    network,
    address,
    nonce: 'bTyXgcQxn2htgkjJnA4d2f',
    issuedAt: '2026-03-03T10:00:00.000Z',
    ...says,
  });
  const provedAt = '2026-03-03T10:01:00.000Z';
  const proof = { statement, signature: sign(statement), scheme: 'eip-191', provedAt, ...shown } as const;
  return { network, address, proof, username: 'ada', host: 'pmcw.example' };
}

describe('the check of a proof', () => {
  it.each([
    ['eip-191', wallet],
    ['ed25519', solanaWallet()],
    ['bip-137', bitcoinMessageWallet('segwit')],
    ['bip-322', bip322Wallet('taproot')],
  ] as const)('is right if the key of the address signed what the profile says: %s', (scheme, signer) => {
    expect(checkProof(seenProof(signer))).toMatchObject({
      kind: 'right',
      signed: { scheme },
      isThisSite: true,
    });
  });

  it('reports the site that the statement names, if it is another one', () => {
    const check = checkProof({ ...seenProof(wallet), host: 'new.example' });
    expect(check).toMatchObject({ kind: 'right', isThisSite: false, says: { site: 'pmcw.example' } });
  });

  it.each([
    ['username', { username: 'eve' }],
    ['address', { address: evmWallet().address }],
    ['network', { network: 'BSC' }],
    ['url', { url: 'https://elsewhere.example/ada' }],
  ] as const)('is false if the statement has another %s', (fault, says) => {
    expect(checkProof(seenProof(wallet, says))).toEqual({ kind: 'false', faults: [fault] });
  });

  it('is false if another key signed, or something else was signed', () => {
    const { sign } = evmWallet();
    const seen = seenProof(wallet);
    const byAnother = { ...seen.proof, signature: sign(seen.proof.statement) };
    expect(checkProof({ ...seen, proof: byAnother })).toEqual({ kind: 'false', faults: ['signature'] });
    const text = 'Log me in';
    const other = { ...seen.proof, statement: text, signature: wallet.sign(text) };
    expect(checkProof({ ...seen, proof: other })).toEqual({ kind: 'false', faults: ['text'] });
    const broken = { ...seen.proof, statement: `${seen.proof.statement}\n` };
    expect(checkProof({ ...seen, proof: broken })).toEqual({ kind: 'false', faults: ['signature', 'text'] });
  });

  it('leaves contracts to their network, but no other addresses', () => {
    const ofContract = { signature: '0x00', scheme: 'eip-1271' } as const;
    expect(checkProof(seenProof(wallet, {}, ofContract))).toMatchObject({ kind: 'contract' });
    expect(checkProof(seenProof(solanaWallet(), {}, ofContract))).toMatchObject({ kind: 'false' });
    expect(checkProof(seenProof(wallet, { username: 'eve' }, ofContract))).toMatchObject({ kind: 'false' });
    // A key's own signature can be checked locally, whatever scheme is claimed.
    const byKey = seenProof(wallet, {}, { scheme: 'eip-1271' });
    expect(checkProof(byKey)).toMatchObject({ kind: 'right', signed: { scheme: 'eip-191' } });
  });
});
