import { once } from 'node:events';
import { createServer } from 'node:http';
import { texts, walletChallengeSchema, walletSchema } from '@pmcw/contracts';
import { silent } from '@pmcw/resilience';
import { freePort } from '@pmcw/testing';
import { evmWallet } from '@pmcw/testing/wallets';
import * as v from 'valibot';
import {
  encodeDeployData,
  encodeErrorResult,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  getAddress,
  hashMessage,
  isHex,
  parseAbi,
  serializeErc6492Signature,
} from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import {
  broken,
  type CallAnswer,
  isNotOwn,
  isOwn,
  type JsonRpcNode,
  noContract,
  reverted,
  revertedInWords,
  startJsonRpcNode,
} from '../../test/jsonRpc.ts';
import { refusal } from '../../test/refusal.ts';
import { newAddress, type Running, run, userStream } from '../../test/running.ts';
import { listAndProve } from '../../test/wallets.ts';

let app: Running;
let node: JsonRpcNode;
let ofAnotherChain: JsonRpcNode;
let ada: SignedIn;
const logged: unknown[] = [];
const note = (...line: unknown[]) => void logged.push(line);

beforeAll(async () => {
  [node, ofAnotherChain] = await Promise.all([startJsonRpcNode(1), startJsonRpcNode(1)]);
  app = await run({
    evmRpcUrls: { ETH: node.url, BSC: ofAnotherChain.url, MATIC: 'http://127.0.0.1:1/a-secret-key' },
    logger: { ...silent, warn: note, error: note },
  });
  ada = await app.register('ada');
});
afterAll(async () => {
  await app.stop();
  await Promise.all([node.stop(), ofAnotherChain.stop()]);
});

/** A contract’s address, with a statement to sign. */
async function contractWallet(network: string) {
  const address = newAddress();
  const listed = await ada.post('/api/user/wallets', { network, address });
  const wallet = v.parse(walletSchema, JSON.parse(listed.text));
  const { text } = await ada.post(`/api/user/wallets/${wallet.id}/challenge`);
  const { nonce, statement } = v.parse(walletChallengeSchema, JSON.parse(text));
  const prove = (signature: string) => ada.post(`/api/user/wallets/${wallet.id}/proof`, { nonce, signature });
  return { ...wallet, statement, prove };
}
const proofs = async () =>
  (await app.events(userStream(ada))).filter(({ type }) => type === 'WalletProved').length;
const invalid = refusal(400, 'proof_invalid', texts.refusals.proofInvalid);
const uncheckable = refusal(503, 'unavailable', texts.refusals.proofUncheckable);

/** By the contract’s owner, who has another address. */
const signatureOf = (statement: string) => evmWallet().sign(statement);

/** The error of a contract that asks its caller to fetch data. */
const lookElsewhere = (sender: string, url: string) =>
  encodeErrorResult({
    abi: parseAbi([
      'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callbackFunction, bytes extraData)',
    ]),
    args: [getAddress(sender), [url], '0x', '0x1626ba7e', '0x'],
  });

describe('a contract wallet (EIP-1271)', () => {
  it('is asked with statement and signature, and its answer is the proof', async () => {
    const { id, address, statement, prove } = await contractWallet('ETH');
    const signature = signatureOf(statement);
    node.answer = () => isOwn;
    node.calls.length = 0;
    const answer = await prove(signature);
    expect(answer.status).toBe(201);
    expect(v.parse(walletSchema, JSON.parse(answer.text))).toMatchObject({
      id,
      proof: { statement, signature, scheme: 'eip-1271' },
    });
    const [call, ...more] = node.calls;
    expect(more).toEqual([]);
    expect(call?.to.toLowerCase()).toBe(address.toLowerCase());
    // isValidSignature(bytes32,bytes): the hash, offset and length of the signature, and the signature.
    expect(call?.data).toBe(
      `0x1626ba7e${hashMessage(statement).slice(2)}${'40'.padStart(64, '0')}${'41'.padStart(64, '0')}${signature.slice(2)}${'0'.repeat(62)}`,
    );
  });

  it.each<[string, CallAnswer]>([
    ['another answer', isNotOwn],
    ['there is none', noContract],
    ['a refusal', reverted],
    ['a refusal in words, as some nodes report it', revertedInWords],
    ['too short an answer', { result: '0x1626ba7e' }],
    ['an answer that only starts correctly', { result: `0x1626ba7e${'1'.repeat(56)}` }],
  ])('proves nothing when %s', async (_, answer) => {
    const { statement, prove } = await contractWallet('ETH');
    node.answer = () => answer;
    const before = await proofs();
    expect(await prove(signatureOf(statement))).toMatchObject(invalid);
    expect(await proofs()).toBe(before);
  });

  it('does not make this server request other addresses (EIP-3668), and proves nothing by it', async () => {
    const asked: unknown[] = [];
    const port = await freePort();
    const elsewhere = createServer((request, response) => {
      asked.push(request.url);
      response.end(JSON.stringify({ data: `0x1626ba7e${'0'.repeat(56)}` }));
    }).listen(port, '127.0.0.1');
    await once(elsewhere, 'listening');
    const data = (to: string) => lookElsewhere(to, `http://127.0.0.1:${port}/`);
    node.answer = (to) => ({ error: { code: 3, message: 'execution reverted', data: data(to) } });
    const { statement, prove } = await contractWallet('ETH');
    const answer = await prove(signatureOf(statement));
    expect(asked).toEqual([]);
    expect(answer).toMatchObject(invalid);
    elsewhere.close();
  });

  it('is not asked about a signature that is no hex', async () => {
    const { prove } = await contractWallet('ETH');
    node.answer = () => isOwn;
    node.calls.length = 0;
    expect(await prove('not-hex')).toMatchObject(invalid);
    expect(node.calls).toEqual([]);
  });

  it('is not asked about a key’s signature', async () => {
    const wallet = evmWallet();
    const { text } = await ada.post('/api/user/wallets', wallet);
    const { id } = v.parse(walletSchema, JSON.parse(text));
    const challenge = v.parse(
      walletChallengeSchema,
      JSON.parse((await ada.post(`/api/user/wallets/${id}/challenge`)).text),
    );
    node.calls.length = 0;
    const signature = wallet.sign(challenge.statement);
    const { body } = await ada.post(`/api/user/wallets/${id}/proof`, { nonce: challenge.nonce, signature });
    expect(body).toMatchObject({ proof: { scheme: 'eip-191' } });
    expect(node.calls).toEqual([]);
  });

  it('proves nothing on a network that is not configured', async () => {
    const { statement, prove } = await contractWallet('AVAX');
    expect(await prove(signatureOf(statement))).toMatchObject(invalid);
  });
});

/** A signature that says how to deploy its account. */
function wrap(signature: string) {
  if (!isHex(signature)) throw new Error('A test wallet signs in hex');
  const address = '0xcafebabecafebabecafebabecafebabecafebabe';
  return serializeErc6492Signature({ address, data: '0xdeadbeef', signature });
}

describe('a smart account (EIP-6492)', () => {
  const unconfirmed = refusal(400, 'proof_invalid', texts.refusals.proofOfSmartAccount);

  it('that is deployed is asked with the inner signature', async () => {
    const { statement, prove } = await contractWallet('ETH');
    const signature = signatureOf(statement);
    node.answer = (_, data) =>
      data.includes(signature.slice(2)) && !data.includes('6492'.repeat(16)) ? isOwn : isNotOwn;
    expect((await prove(wrap(signature))).body).toMatchObject({ proof: { scheme: 'eip-1271' } });
  });

  it('that is not deployed is confirmed by the universal validator', async () => {
    const { address, statement, prove } = await contractWallet('ETH');
    const signature = wrap(signatureOf(statement));
    node.answer = (to) => (to === '' ? { result: '0x01' } : noContract);
    node.calls.length = 0;
    const answer = await prove(signature);
    expect(answer.body).toMatchObject({ proof: { signature, scheme: 'eip-6492' } });
    expect(node.calls.at(-1)?.data).toBe(
      encodeDeployData({
        abi: erc6492SignatureValidatorAbi,
        bytecode: erc6492SignatureValidatorByteCode,
        args: [getAddress(address), hashMessage(statement), signature],
      }),
    );
    // After a lost answer.
    expect((await prove(signature)).status).toBe(201);
  });

  it('of a key needs no network', async () => {
    const wallet = evmWallet(undefined, 'AVAX');
    node.calls.length = 0;
    await listAndProve(ada, { ...wallet, sign: (text) => wrap(wallet.sign(text)) });
    const [proved] = (await app.events(userStream(ada))).slice(-1);
    expect(proved).toMatchObject({ type: 'WalletProved', data: { scheme: 'eip-191' } });
    expect(node.calls).toEqual([]);
  });

  it.each([
    ['the validator refuses', 'ETH', { result: '0x00' }],
    ['the validator reverts', 'ETH', reverted],
    ['there is no answer', 'ETH', noContract],
    ['the network is not configured', 'AVAX', isOwn],
  ] as const)('is named when %s', async (_, network, answer) => {
    const { statement, prove } = await contractWallet(network);
    node.answer = (to) => (to === '' ? answer : noContract);
    expect(await prove(wrap(signatureOf(statement)))).toMatchObject(unconfirmed);
  });
});

describe('a network that can’t be reached', () => {
  it('is reported, and the same answer proves the address once it is back', async () => {
    const { statement, prove } = await contractWallet('ETH');
    const signature = signatureOf(statement);
    node.answer = null;
    const before = await proofs();
    const away = await prove(signature);
    expect(away).toMatchObject(uncheckable);
    expect(away.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await proofs()).toBe(before);
    node.answer = () => isOwn;
    expect((await prove(signature)).status).toBe(201);
  });

  it('is also reported if its node fails', async () => {
    const { statement, prove } = await contractWallet('ETH');
    node.answer = () => broken;
    expect(await prove(signatureOf(statement))).toMatchObject(uncheckable);
  });

  it.each(['MATIC', 'BSC'])(
    'is no reason to accept a signature: %s (no node, another chain)',
    async (network) => {
      ofAnotherChain.answer = () => isOwn;
      const { statement, prove } = await contractWallet(network);
      expect(await prove(signatureOf(statement))).toMatchObject(uncheckable);
      expect(ofAnotherChain.calls).toEqual([]);
    },
  );

  it('is logged without its URL, which may hold a secret', () => {
    const lines = JSON.stringify(logged);
    expect(lines).toContain('a network could not be asked');
    expect(lines).toContain('EVM_RPC_URLS names another chain');
    expect(lines).not.toContain('a-secret-key');
    expect(lines).not.toContain('127.0.0.1');
  });
});
