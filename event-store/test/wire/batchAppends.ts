import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import { badRequest, maxAppendSizeStatus, timeoutStatus, wrongExpectedVersion } from './batchStatus.ts';
import type { Expected } from './commitCheck.ts';
import type { Appended, Proposed } from './log.ts';
import { idText, streamIdentifier, streamName } from './messages.ts';
import { checkLeader, type WireNode } from './node.ts';
import { proposed } from './proposals.ts';
import { asRpcError, RpcError } from './rpcErrors.ts';

type BatchCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

/** An append whose events are still coming. */
interface Pending {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: Proposed[];
  size: number;
}

/** Longest that the server waits for the rest of an append, whatever its deadline says. */
const longestTimeout = 2_000;

/** Serves the append that takes many appends per call, told apart by correlation ids; each is judged by itself. */
export function batchAppend(node: WireNode, call: BatchCall): void {
  const worker = new BatchWorker(node, call);
  call.on('data', (request: streams.BatchAppendReq) => worker.take(request));
  call.on('end', () => worker.end());
  call.on('cancelled', () => worker.cancel());
}

class BatchWorker {
  readonly #node: WireNode;
  readonly #call: BatchCall;
  readonly #pending = new Map<string, Pending>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #answers: Promise<void> = Promise.resolve();
  #over = false;

  constructor(node: WireNode, call: BatchCall) {
    this.#node = node;
    this.#call = call;
  }

  take(request: streams.BatchAppendReq): void {
    if (this.#over) return;
    try {
      this.#begin(request);
      this.#goOn(request);
    } catch (error) {
      this.#fail(error);
    }
  }

  end(): void {
    this.cancel();
    this.#answers.finally(() => this.#call.end());
  }

  cancel(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#over = true;
  }

  #begin(request: streams.BatchAppendReq): void {
    const options = request.getOptions();
    if (options === undefined) return;
    const stream = streamName(options.getStreamIdentifier());
    const timeout = Math.min(timeoutOf(options), longestTimeout);
    if (timeout <= 0) {
      this.#answer(request, stream, new streams.BatchAppendResp().setError(timeoutStatus()));
      return;
    }
    const id = idText(request.getCorrelationId());
    this.#pending.set(id, { stream, expected: expectedOf(options), events: [], size: 0 });
    const expire = () => {
      if (!this.#pending.delete(id)) return;
      this.#answer(request, stream, new streams.BatchAppendResp().setError(timeoutStatus()));
    };
    this.#timers.set(id, setTimeout(expire, timeout));
  }

  #goOn(request: streams.BatchAppendReq): void {
    const id = idText(request.getCorrelationId());
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const limit = this.#node.maxAppendSize;
    try {
      for (const message of request.getProposedMessagesList()) pending.events.push(proposed(message));
    } catch (error) {
      const response = new streams.BatchAppendResp().setError(badRequest(asRpcError(error).details));
      this.#answer(request, pending.stream, response);
      return;
    }
    pending.size = pending.events.reduce((sum, event) => sum + event.data.length, 0);
    if (pending.size > limit) {
      this.#forget(id);
      this.#answer(
        request,
        pending.stream,
        new streams.BatchAppendResp().setError(maxAppendSizeStatus(limit)),
      );
    } else if (request.getIsFinal()) {
      this.#forget(id);
      this.#append(request, pending);
    }
  }

  #append(request: streams.BatchAppendReq, { stream, expected, events }: Pending): void {
    this.#node.faults.check('append');
    checkLeader(this.#node, this.#call.metadata);
    const appended = this.#node.log.append(stream, expected, events);
    if (!this.#node.faults.swallowsAnswer()) this.#answer(request, stream, responseOf(appended, expected));
  }

  #forget(id: string): void {
    this.#pending.delete(id);
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  #answer(request: streams.BatchAppendReq, stream: string, response: streams.BatchAppendResp): void {
    response.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(streamIdentifier(stream));
    this.#answers = this.#answers
      .then(() => this.#node.faults.beforeAnswer('append'))
      .then(() => void (this.#call.cancelled || this.#call.writableEnded || this.#call.write(response)));
  }

  /** A failure that is not of one append ends the call, and with it all appends that wait for an answer. */
  #fail(error: unknown): void {
    this.cancel();
    this.#call.emit('error', asRpcError(error));
  }
}

function timeoutOf(options: streams.BatchAppendReq.Options): number {
  const deadline = options.getDeadline();
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline.toDate().getTime() - Date.now();
}

function expectedOf(options: streams.BatchAppendReq.Options): Expected {
  if (options.hasStreamPosition()) return BigInt(options.getStreamPosition());
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  if (options.hasAny()) return 'any';
  throw new RpcError(status.INVALID_ARGUMENT, "'None' is not a valid ExpectedStreamPositionOneofCase");
}

function responseOf(appended: Appended, expected: Expected): streams.BatchAppendResp {
  const response = new streams.BatchAppendResp();
  if (appended.kind === 'wrong-expected-version') {
    return response.setError(wrongExpectedVersion(appended.current, expected));
  }
  const position = new shared.AllStreamPosition()
    .setCommitPosition(String(appended.position))
    .setPreparePosition(String(appended.position));
  const success = new streams.BatchAppendResp.Success()
    .setCurrentRevision(String(appended.revision))
    .setPosition(position);
  return response.setSuccess(success);
}
