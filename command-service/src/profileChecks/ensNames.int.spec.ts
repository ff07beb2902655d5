import { silent } from '@pmcw/resilience';
import { decodeFunctionData, encodeAbiParameters, namehash, pad, parseAbi } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  broken,
  type CallAnswer,
  type JsonRpcNode,
  noContract,
  reverted,
  startJsonRpcNode,
} from '../../test/jsonRpc.ts';
import { evmClients } from '../walletProofs/evmClients.ts';
import { ensNames } from './ensNames.ts';

const ada = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const bea = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
const resolver = '0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63';
const abi = parseAbi([
  'function resolver(bytes32 node) view returns (address)',
  'function name(bytes32 node) view returns (string)',
  'function addr(bytes32 node) view returns (address)',
]);
const reverseOf = (address: string) => namehash(`${address.slice(2).toLowerCase()}.addr.reverse`);

const addressAnswer = (address: string): CallAnswer => ({ result: pad(toHex(address)) });
const toHex = (text: string): `0x${string}` => `0x${text.slice(2)}`;
const textAnswer = (text: string): CallAnswer => ({
  result: encodeAbiParameters([{ type: 'string' }], [text]),
});

/** Answers by the question and the node of a name. */
let answers: Record<string, CallAnswer> = {};
function enter(address: string, name: string, owner: string): void {
  answers = {
    ...answers,
    [`resolver ${reverseOf(address)}`]: addressAnswer(resolver),
    [`name ${reverseOf(address)}`]: textAnswer(name),
    [`resolver ${namehash(name)}`]: addressAnswer(resolver),
    [`addr ${namehash(name)}`]: addressAnswer(owner),
  };
}

let node: JsonRpcNode;
let ofAnotherChain: JsonRpcNode;
beforeAll(async () => {
  [node, ofAnotherChain] = await Promise.all([startJsonRpcNode(1), startJsonRpcNode(137)]);
});
afterAll(() => Promise.all([node.stop(), ofAnotherChain.stop()]));
beforeEach(() => {
  answers = {};
  node.answer = (to, data) => {
    const { functionName, args } = decodeFunctionData({ abi, data: toHex(data) });
    const expected = functionName === 'resolver' ? registry : resolver.toLowerCase();
    return to.toLowerCase() === expected ? (answers[`${functionName} ${args[0]}`] ?? reverted) : noContract;
  };
});
const findAt = (urls: Record<string, string>) => ensNames(evmClients(urls, silent), silent);
const find = (address: string) => findAt({ ETH: node.url })(address);

it('is the name that the address has, if the name leads to the address', async () => {
  enter(ada, 'ada.eth', ada);
  expect(await find(ada)).toEqual({ name: 'ada.eth' });
  expect(await find(ada.toLowerCase())).toEqual({ name: 'ada.eth' });
  expect(await find(bea)).toBeNull();
});

it('is none if the name leads to another address, or nowhere', async () => {
  enter(ada, 'vitalik.eth', bea);
  expect(await find(ada)).toBeNull();
  answers[`addr ${namehash('vitalik.eth')}`] = noContract;
  expect(await find(ada)).toBeNull();
  answers[`resolver ${namehash('vitalik.eth')}`] = addressAnswer(`0x${'0'.repeat(40)}`);
  expect(await find(ada)).toBeNull();
});

it.each(['Ada.eth', 'аda.eth', 'ada\u200b.eth', '', `${'a'.repeat(300)}.eth`])(
  'is none if it is not written as the standard says: %j',
  async (name) => {
    answers[`resolver ${reverseOf(ada)}`] = addressAnswer(resolver);
    answers[`name ${reverseOf(ada)}`] = textAnswer(name);
    expect(await find(ada)).toBeNull();
  },
);

it.each<[string, CallAnswer]>([
  ['refuses', reverted],
  ['is missing', noContract],
  ['answers nonsense', { result: '0x1234' }],
  ['answers a text without end', { result: `0x${'f'.repeat(128)}` }],
  [
    'leads outside of the chain (EIP-3668), and is not followed',
    { error: { code: 3, message: 'execution reverted', data: `0x556f1830${'0'.repeat(64)}` } },
  ],
])('is none if the resolver %s', async (_, answer) => {
  enter(ada, 'ada.eth', ada);
  answers[`name ${reverseOf(ada)}`] = answer;
  expect(await find(ada)).toBeNull();
});

it('is not known if the node fails, is missing, or is one of another chain', async () => {
  node.answer = () => broken;
  expect(await find(ada)).toBe('unknown');
  node.answer = null;
  expect(await find(ada)).toBe('unknown');
  expect(await findAt({})(ada)).toBe('unknown');
  expect(await findAt({ ETH: ofAnotherChain.url })(ada)).toBe('unknown');
});
