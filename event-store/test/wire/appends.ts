import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerReadableStream, type sendUnaryData, status } from '@grpc/grpc-js';
import type { Expected } from './commitCheck.ts';
import type { Appended } from './log.ts';
import { streamName } from './messages.ts';
import { checkLeaderForWrite, type WireNode } from './node.ts';
import { exactly, metadataOf, proposed } from './proposals.ts';
import type { Proposed } from './records.ts';
import {
  asRpcError,
  maxAppendSizeExceeded,
  notReady,
  RpcError,
  requiredMetadataMissing,
  streamDeleted,
  timedOut,
} from './rpcErrors.ts';

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>;
type Options = streams.AppendReq.Options;

/** Serves unary appends: options first, then events one by one. */
export function answerAppend(
  node: WireNode,
  call: AppendCall,
  answer: sendUnaryData<streams.AppendResp>,
): void {
  const receiving = new Receiving(node, call);
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
    if (failed) return;
    // A broken connection first looks like the end of the events; a real server writes nothing of such a part.
    setImmediate(() => {
      respond(node, call, receiving).then((response) => response && answer(null, response), fail);
    });
  });
}

/** @returns undefined for no answer */
async function respond(
  node: WireNode,
  call: AppendCall,
  { options, events }: Receiving,
): Promise<streams.AppendResp | undefined> {
  const stream = streamName(options?.getStreamIdentifier());
  if (options === undefined || stream === '') throw new Error('Required field StreamIdentifier not set.');
  checkLeaderForWrite(node, call.metadata);
  const outcome = node.faults.nextAppend();
  if (outcome === 'not-ready') throw notReady();
  if (call.cancelled || Number(call.getDeadline()) <= Date.now()) return undefined;
  if (node.log.isTombstoned(stream)) throw streamDeleted(stream);
  const appended = node.log.append(stream, expectedOf(options), events);
  if (outcome === 'swallow' || appended.kind === 'unanswered') return undefined;
  await node.faults.beforeAnswer('append');
  if (outcome === 'time-out') throw timedOut('Commit phase timeout.');
  return responseOf(appended, options);
}

/** An append received so far. */
class Receiving {
  readonly events: Proposed[] = [];
  readonly #node: WireNode;
  readonly #call: AppendCall;
  options: Options | undefined;
  #size = 0;

  constructor(node: WireNode, call: AppendCall) {
    this.#node = node;
    this.#call = call;
  }

  take(request: streams.AppendReq): void {
    if (this.options === undefined) this.#begin(request.getOptions());
    else this.#add(request.getProposedMessage());
  }

  #begin(options: Options | undefined): void {
    this.#node.faults.check('append');
    if (options === undefined) throw new Error('An append starts with its options');
    this.#node.access.check(this.#call.metadata, streamName(options.getStreamIdentifier()));
    expectedOf(options);
    this.options = options;
  }

  #add(message: streams.AppendReq.ProposedMessage | undefined): void {
    if (message === undefined) throw new Error('After the options there are only events');
    for (const property of ['type', 'content-type'] as const) {
      if (metadataOf(message, property) === undefined) throw requiredMetadataMissing(property);
    }
    const event = proposed(message);
    this.#size += event.data.length;
    if (this.#size > this.#node.maxAppendSize) throw maxAppendSizeExceeded(this.#node.maxAppendSize);
    this.events.push(event);
  }
}

function expectedOf(options: Options): Expected {
  if (options.hasRevision()) return exactly(options.getRevision());
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  if (options.hasAny()) return 'any';
  throw new RpcError(status.INVALID_ARGUMENT, "'None' is not a valid ExpectedStreamRevisionOneofCase");
}

function responseOf(
  appended: Exclude<Appended, { kind: 'unanswered' }>,
  options: Options,
): streams.AppendResp {
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
