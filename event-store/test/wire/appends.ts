import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import type { Expected } from './commitCheck.ts';
import type { Appended, Proposed } from './log.ts';
import { streamName } from './messages.ts';
import { checkLeader, type WireNode } from './node.ts';
import { proposed } from './proposals.ts';
import { asRpcError, maxAppendSizeExceeded, RpcError } from './rpcErrors.ts';

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>;
type Options = streams.AppendReq.Options;

/** Serves the append that takes one append per call: options first, then the events one by one. */
export function append(node: WireNode, call: AppendCall, answer: sendUnaryData<streams.AppendResp>): void {
  const receiving = new Receiving(node.maxAppendSize);
  let failed = false;
  const fail = (error: unknown) => {
    failed = true;
    answer(asRpcError(error));
  };
  call.on('data', (request: streams.AppendReq) => {
    if (failed) return;
    try {
      receiving.take(request);
    } catch (error) {
      fail(error);
    }
  });
  call.on('end', () => {
    if (!failed) respond(node, call, receiving).then((response) => response && answer(null, response), fail);
  });
}

async function respond(
  node: WireNode,
  call: AppendCall,
  { options, events }: Receiving,
): Promise<streams.AppendResp | undefined> {
  if (options === undefined) throw new RpcError(status.UNKNOWN, 'Exception was thrown by handler.');
  node.faults.check('append');
  checkLeader(node, call.metadata);
  if (call.cancelled) return undefined;
  const appended = node.log.append(streamName(options.getStreamIdentifier()), expectedOf(options), events);
  if (node.faults.swallowsAnswer()) return undefined;
  await node.faults.beforeAnswer('append');
  return responseOf(appended, options);
}

/** What has come of an append so far. */
class Receiving {
  readonly events: Proposed[] = [];
  readonly #limit: number;
  options: Options | undefined;
  #size = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(request: streams.AppendReq): void {
    if (this.options === undefined) {
      this.options = request.getOptions();
      return;
    }
    const message = request.getProposedMessage();
    if (message === undefined) throw new RpcError(status.UNKNOWN, 'Exception was thrown by handler.');
    const event = proposed(message);
    this.#size += event.data.length;
    if (this.#size > this.#limit) throw maxAppendSizeExceeded(this.#limit);
    this.events.push(event);
  }
}

function expectedOf(options: Options): Expected {
  if (options.hasRevision()) return BigInt(options.getRevision());
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  if (options.hasAny()) return 'any';
  throw new RpcError(status.INVALID_ARGUMENT, "'None' is not a valid ExpectedStreamRevisionOneofCase");
}

function responseOf(appended: Appended, options: Options): streams.AppendResp {
  if (appended.kind === 'wrong-expected-version') return wrongExpectedVersion(appended.current, options);
  const position = new streams.AppendResp.Position()
    .setCommitPosition(String(appended.position))
    .setPreparePosition(String(appended.position));
  const success = new streams.AppendResp.Success()
    .setCurrentRevision(String(appended.revision))
    .setPosition(position);
  return new streams.AppendResp().setSuccess(success);
}

function wrongExpectedVersion(current: bigint, options: Options): streams.AppendResp {
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (current < 0n) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(current));
  if (options.hasRevision()) wrong.setExpectedRevision(options.getRevision());
  if (options.hasNoStream()) wrong.setExpectedNoStream(new shared.Empty());
  if (options.hasStreamExists()) wrong.setExpectedStreamExists(new shared.Empty());
  if (options.hasAny()) wrong.setExpectedAny(new shared.Empty());
  return new streams.AppendResp().setWrongExpectedVersion(wrong);
}
