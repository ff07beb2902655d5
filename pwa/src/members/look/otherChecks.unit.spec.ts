import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ProofScheme, proofSchemes } from '@pmcw/contracts';
import { evmWallet, solanaWallet, type TestWallet } from '@pmcw/testing/wallets';
import { describe, expect, it } from 'vitest';
import { type OtherCheck, otherChecks } from './otherChecks.ts';

const run = promisify(execFile);

const statement = 'pmcw.example asks you to prove "it".\n\nIt\'s $(mine) `now`\\n';
const signedBy = ({ address, sign }: TestWallet, scheme: ProofScheme = 'eip-191') => ({
  address,
  proof: { scheme, statement, signature: sign(statement) },
});
const commandOf = (ways: readonly OtherCheck[], tool: OtherCheck['tool']) =>
  ways.find((way) => way.tool === tool)?.command ?? '';
const byNode = async (program: string) =>
  (await run(process.execPath, ['--input-type=module', '-e', program])).stdout.trim();

describe('ways to check a proof elsewhere', () => {
  it('exist for every scheme', () => {
    const { address, proof } = signedBy(evmWallet());
    for (const scheme of proofSchemes) expect(otherChecks(address, { ...proof, scheme }, '')).not.toEqual([]);
  });

  it('are programs that print true, and false for another signature', async () => {
    const [signed, other] = [signedBy(evmWallet()), signedBy(evmWallet())];
    const program = commandOf(otherChecks(signed.address, signed.proof, ''), 'viem');
    expect(await byNode(program)).toBe('true');
    expect(await byNode(program.replace(signed.proof.signature, other.proof.signature))).toBe('false');
  });

  it('support both encodings of Solana’s signatures', async () => {
    const signed = signedBy(solanaWallet(), 'ed25519');
    const signature = await byNode(
      `import { base58, base64 } from '@scure/base';
      console.log(base64.encode(base58.decode('${signed.proof.signature}')));`,
    );
    expect(signature).toMatch(/==$/);
    for (const proof of [signed.proof, { ...signed.proof, signature }]) {
      const ways = otherChecks(signed.address, proof, '');
      expect(await byNode(commandOf(ways, 'noble'))).toBe('true');
    }
  });

  it.each([
    ['eip-191', 'cast'],
    ['bip-137', 'bitcoinCli'],
  ] as const)('are quoted so that no shell runs profile content: %s', async (scheme, tool) => {
    const { proof } = signedBy(evmWallet(), scheme);
    const [, ...words] = commandOf(otherChecks('1abc', proof, ''), tool).split(' ');
    const { stdout } = await run('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`]);
    expect(stdout.split('\0')).toEqual(expect.arrayContaining(['1abc', statement, proof.signature]));
  });

  it('omit Bitcoin Core for addresses it does not support', () => {
    const { proof } = signedBy(evmWallet(), 'bip-137');
    expect(otherChecks('bc1qabc', proof, '').map(({ tool }) => tool)).toEqual(['sparrow']);
  });
});
