import {
  bip322Wallet,
  bitcoinMessageWallet,
  evmWallet,
  solanaWallet,
  type TestWallet,
} from '@pmcw/testing/wallets';
import { describe, expect, it } from 'vitest';
import { texts } from '../shared/texts.ts';
import { plainProof, proofRefusal, unwrapped, verifyProof } from '../walletProofs.ts';

const statement = 'pmcw.example asks:\nIt is mine';
const other = `${statement}.`;

describe('EIP-6492', () => {
  /** viem 2.57, `signMessage` and `serializeErc6492Signature`. */
  const network = 'ETH';
  const address = '0x4a62316623ad457F02cDC5D997deD67a383EC569';
  const plain =
    '0xf06d1b8881d5396abdc6d652bd3f3d66aa5db1c3438a4a806fc8dcf57915ee626f18b4890387fa8cf9aaa284f2c968169c26d6943c5dbae091b83e399fc0d0ff1c';
  const wrapped =
    '0x000000000000000000000000cafebabecafebabecafebabecafebabecafebabe000000000000000000000000000000000000000000000000000000000000006000000000000000000000000000000000000000000000000000000000000000a00000000000000000000000000000000000000000000000000000000000000004deadbeef000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000041f06d1b8881d5396abdc6d652bd3f3d66aa5db1c3438a4a806fc8dcf57915ee626f18b4890387fa8cf9aaa284f2c968169c26d6943c5dbae091b83e399fc0d0ff1c000000000000000000000000000000000000000000000000000000000000006492649264926492649264926492649264926492649264926492649264926492';

  it('is opened for the signature of a key inside', () => {
    expect(plainProof({ network, address, statement, signature: wrapped })).toEqual({
      ...{ scheme: 'eip-191', statement, signature: plain },
    });
    expect(verifyProof({ network, address, statement: other, signature: wrapped })).toBeNull();
    expect(unwrapped(plain)).toBe(plain);
  });

  it('is opened as viem documents it', () => {
    const documented =
      '0x000000000000000000000000cafebabecafebabecafebabecafebabecafebabe000000000000000000000000000000000000000000000000000000000000006000000000000000000000000000000000000000000000000000000000000000a00000000000000000000000000000000000000000000000000000000000000004deadbeef000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000041a461f509887bd19e312c0c58467ce8ff8e300d3c1a90b608a760c5b80318eaf15fe57c96f9175d6cd4daad4663763baa7e78836e067d0163e9a2ccf2ff753f5b1b000000000000000000000000000000000000000000000000000000000000006492649264926492649264926492649264926492649264926492649264926492';
    expect(unwrapped(documented)).toBe(
      '0xa461f509887bd19e312c0c58467ce8ff8e300d3c1a90b608a760c5b80318eaf15fe57c96f9175d6cd4daad4663763baa7e78836e067d0163e9a2ccf2ff753f5b1b',
    );
  });

  it.each([`0x${'6492'.repeat(16)}`, `0x${'f'.repeat(192)}${'6492'.repeat(16)}`, '6492'.repeat(64)])(
    'stays closed if it is broken: %.20s',
    (broken) => {
      expect(unwrapped(broken)).toBe(broken);
      expect(verifyProof({ network, address, statement, signature: broken })).toBeNull();
    },
  );

  it('is named where it proves nothing', () => {
    const { refusals } = texts;
    expect(proofRefusal({ network, address, signature: wrapped })).toBe(refusals.proofOfSmartAccount);
    expect(proofRefusal({ network, address, signature: plain })).toBe(refusals.proofInvalid);
  });
});

describe('off-chain messages of Solana', () => {
  /** @solana/offchain-messages 8.4, `signOffchainMessageEnvelope`. */
  const [network, address] = ['SOL', 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'];
  const domain =
    'AcLwSCmpAwEzOkb6Uca95TyrhJJ38vabODAnlAdR128xo/kyfcKX+Hep0/bV9lJgajmClE7uo8gbtLpxZN8tSgz/c29sYW5hIG9mZmNoYWluAPfLHFA08KkTFWdrd1vrDTDCqZSgTmnrJeigMS9AWRKZAQHqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLB0AcG1jdy5leGFtcGxlIGFza3M6Ckl0IGlzIG1pbmU=';

  it.each([
    ['version 0', 'kSjrOZqMWXv8VtdRu5DyGnqLZevqkeNituEylnf984+iRdr8RtTVvhZAjuLj5DB2CHTu5IBu+XX4qD//C8yoBQ=='],
    [
      'version 0, its envelope',
      'AZEo6zmajFl7/FbXUbuQ8hp6i2Xr6pHjYrbhMpZ3/fOPokXa/EbU1b4WQI7i4+Qwdgh07uSAbvl1+Kg//wvMqAX/c29sYW5hIG9mZmNoYWluAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQHqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLB0AcG1jdy5leGFtcGxlIGFza3M6Ckl0IGlzIG1pbmU=',
    ],
    ["version 0, the envelope with an application's domain", domain],
    ['version 1', 'Z4sl45US6dGQTFaZKMcQYwscNTXP2XGKRbCLE7CHg6Qmnz96gv7MEk5IwtZ5z1VzuNIFj7CYjjE00umRXAp2CQ=='],
    [
      'version 1, its envelope',
      'AWeLJeOVEunRkExWmSjHEGMLHDU1z9lxikWwixOwh4OkJp8/eoL+zBJOSMLWec9Vc7jSBY+wmI4xNNLpkVwKdgn/c29sYW5hIG9mZmNoYWluAQHqSmxj4pxSCr71UHsTLsX5lUd2rr6+e5JCHuppFEbSLHBtY3cuZXhhbXBsZSBhc2tzOgpJdCBpcyBtaW5l',
    ],
  ])('prove the address: %s', (_, signature) => {
    expect(verifyProof({ network, address, statement, signature })).toBe('solana-offchain');
    expect(verifyProof({ network, address, statement: other, signature })).toBeNull();
    expect(verifyProof({ network, address: solanaWallet().address, statement, signature })).toBeNull();
  });

  it('prove the address in restricted ASCII', () => {
    const signature =
      'QvukcZSThdaNJN/mn6XHCbpTvp9hlKj4NvX+X92dwVD7mZENi+EusZAlUp7peg584YzRC09uW9PJqdSWg8qwDw==';
    expect(verifyProof({ network, address, statement: 'It is mine', signature })).toBe('solana-offchain');
  });

  it('are named where they prove nothing', () => {
    const { refusals } = texts;
    expect(proofRefusal({ network, address, signature: domain })).toBe(refusals.proofOffchain);
    expect(proofRefusal({ network, address, signature: solanaWallet().sign(statement) })).toBe(
      refusals.proofInvalid,
    );
    expect(proofRefusal({ network, address, signature: 'no signature' })).toBe(refusals.proofInvalid);
  });
});

describe('a statement signed with CR LF', () => {
  /** viem 2.57. */
  const evm: TestWallet = {
    network: 'ETH',
    address: '0x4a62316623ad457F02cDC5D997deD67a383EC569',
    sign: () =>
      '0x1e1bc1470f7a645d877a9a0ede7f1938e8fbd203bc10753490d5c884b072106608b473c6b8d0ff7c55cb49943d14a2c3a3eb9d47a3e565f404395a518c659a751b',
  };
  const wallets = [evm, evmWallet(), solanaWallet(), bitcoinMessageWallet('segwit'), bip322Wallet('taproot')];
  it.each(wallets)(
    'proves the address, with the text that was signed: $network',
    ({ network, address, sign }) => {
      const signed = statement.replace('\n', '\r\n');
      const proof = plainProof({ network, address, statement, signature: sign(signed) });
      expect(proof).toMatchObject({ statement: signed });
      expect(verifyProof({ network, address, statement: other, signature: sign(signed) })).toBeNull();
    },
  );
});
