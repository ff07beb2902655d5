import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';

const requestSchema = v.object({
  id: v.unknown(),
  method: v.string(),
  params: v.optional(v.array(v.unknown())),
});
/** Without `to`, the data is code to run. */
const callSchema = v.object({ to: v.optional(v.string(), ''), data: v.string() });

/** Answer of `eth_call`. */
export type CallAnswer = { readonly result: string } | { readonly error: object };

/** EIP-1271: the signature is the contract’s. */
export const isOwn: CallAnswer = { result: `0x1626ba7e${'0'.repeat(56)}` };
/** Another word, e.g. of an unrelated contract. */
export const isNotOwn: CallAnswer = { result: `0xffffffff${'0'.repeat(56)}` };
export const noContract: CallAnswer = { result: '0x' };
export const reverted: CallAnswer = {
  error: { code: 3, message: 'execution reverted: not an owner', data: '0x' },
};
/** The same, from a node that reports it in words. */
export const revertedInWords: CallAnswer = { error: { code: -32000, message: 'execution reverted' } };
/** An error of the node. */
export const broken: CallAnswer = { error: { code: -32603, message: 'internal error' } };

/** A node of an EVM network, on loopback. */
export interface JsonRpcNode {
  readonly url: string;
  /** Calls so far. */
  readonly calls: { readonly to: string; readonly data: string }[];
  /** Answers later calls; null for a 502, as from a proxy of a dead node. */
  answer: ((to: string, data: string) => CallAnswer) | null;
  stop(): Promise<void>;
}

/** Starts a node of a chain. */
export async function startJsonRpcNode(chainId: number): Promise<JsonRpcNode> {
  const calls: JsonRpcNode['calls'] = [];
  const node: Pick<JsonRpcNode, 'answer'> = { answer: () => noContract };
  function answerTo({ method, params }: v.InferOutput<typeof requestSchema>): object {
    if (method === 'eth_chainId') return { result: `0x${chainId.toString(16)}` };
    if (method !== 'eth_call' || node.answer === null)
      return { error: { code: -32601, message: 'no such method' } };
    const call = v.parse(callSchema, params?.[0]);
    calls.push(call);
    return node.answer(call.to, call.data);
  }
  const server = createServer(async (request, response) => {
    const asked = v.parse(requestSchema, JSON.parse(await text(request)));
    if (node.answer === null) {
      response.writeHead(502).end('away');
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answerTo(asked) }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('It listens on a port');
  return Object.assign(node, {
    url: `http://127.0.0.1:${bound.port}/a-secret-key`,
    calls,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  });
}
