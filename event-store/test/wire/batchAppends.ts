import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { badRequest, batchResponse, errors, failed } from './batchResponses.ts';
import type { Expected } from './commitCheck.ts';
import { idText, streamIdentifier, streamName } from './messages.ts';
import { checkLeaderForWrite, type WireNode } from './node.ts';
import { exactly, metadataOf, proposed } from './proposals.ts';
import type { Proposed } from './records.ts';
import { asRpcError, RpcError } from './rpcErrors.ts';

type BatchCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

/** An append without all of its events. */
interface Pending {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: Proposed[];
}

/** Longest wait for the rest of an append, whatever its deadline. */
const longestWait = 2_000;

/** Serves batch appends, identified by correlation ids and decided separately. */
export function batchAppend(node: WireNode, call: BatchCall): void {
  const worker = new BatchWorker(node, call);
  call.on('data', (request: streams.BatchAppendReq) => worker.take(request));
  call.on('end', () => worker.end());
  call.on('cancelled', () => worker.stop());
}

class BatchWorker {
  readonly #node: WireNode;
  readonly #call: BatchCall;
  readonly #pending = new Map<string, Pending>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #answers = new Set<Promise<void>>();
  #over = false;

  constructor(node: WireNode, call: BatchCall) {
    this.#node = node;
    this.#call = call;
  }

  take(request: streams.BatchAppendReq): void {
    if (this.#over) return;
    try {
      this.#node.faults.check('append');
      this.#node.access.authenticate(this.#call.metadata);
      this.#begin(request);
      this.#continue(request);
    } catch (error) {
      this.#refuse(request, error);
    }
  }

  /** The client sends no more: the call ends after the last answer. */
  end(): void {
    this.stop();
    void Promise.allSettled(this.#answers).then(() => this.#call.end());
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#over = true;
  }

  #begin(request: streams.BatchAppendReq): void {
    const options = request.getOptions();
    if (options === undefined) return;
    const stream = streamName(options.getStreamIdentifier());
    const wait = Math.min(timeLeft(options), longestWait);
    if (!this.#node.access.allows(this.#call.metadata, stream)) {
      this.#answer(request, stream, failed(errors.accessDenied()));
    } else if (wait <= 0) {
      this.#answer(request, stream, failed(errors.timeout()));
    } else {
      const id = idText(request.getCorrelationId());
      this.#pending.set(id, { stream, expected: expectedOf(options), events: [] });
      this.#expire(request, id, wait);
    }
  }

  /** Ends an incomplete append. One that was refused as malformed is answered again. */
  #expire(request: streams.BatchAppendReq, id: string, wait: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      const pending = this.#pending.get(id);
      if (pending === undefined) return;
      this.#pending.delete(id);
      this.#answer(request, pending.stream, failed(errors.timeout()));
    }, wait);
    this.#timers.add(timer);
  }

  #continue(request: streams.BatchAppendReq): void {
    const id = idText(request.getCorrelationId());
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    for (const message of request.getProposedMessagesList()) pending.events.push(batched(message));
    const size = pending.events.reduce((sum, event) => sum + event.data.length, 0);
    const limit = this.#node.maxAppendSize;
    if (size > limit) {
      this.#pending.delete(id);
      this.#answer(request, pending.stream, failed(errors.maxAppendSizeExceeded(limit)));
    } else if (request.getIsFinal()) {
      this.#pending.delete(id);
      this.#append(request, pending);
    }
  }

  #append(request: streams.BatchAppendReq, { stream, expected, events }: Pending): void {
    if (stream === '') throw new Error("Value cannot be null. (Parameter 'eventStreamId')");
    const outcome = this.#node.faults.nextAppend();
    if (outcome === 'not-ready' || this.#node.role.kind === 'leaderless') {
      this.#answer(request, stream, failed(errors.notReady()));
      return;
    }
    checkLeaderForWrite(this.#node, this.#call.metadata);
    if (this.#node.log.isTombstoned(stream)) {
      this.#answer(request, stream, failed(errors.streamDeleted(stream)));
      return;
    }
    const appended = this.#node.log.append(stream, expected, events);
    if (outcome === 'swallow' || appended.kind === 'unanswered') return;
    const response = outcome === 'time-out' ? failed(errors.timeout()) : batchResponse(appended, expected);
    this.#answer(request, stream, response);
  }

  #answer(request: streams.BatchAppendReq, stream: string, response: streams.BatchAppendResp): void {
    response.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(streamIdentifier(stream));
    const answered = this.#node.faults.beforeAnswer('append').then(() => {
      if (!this.#call.cancelled && !this.#call.writableEnded) this.#call.write(response);
    });
    this.#answers.add(answered);
    void answered.finally(() => this.#answers.delete(answered));
  }

  /** Answers a faulty append; any other error ends the call with all pending appends. */
  #refuse(request: streams.BatchAppendReq, error: unknown): void {
    const identifier = request.getOptions()?.getStreamIdentifier();
    if (error instanceof Error && !(error instanceof RpcError) && identifier !== undefined) {
      this.#answer(request, streamName(identifier), failed(badRequest(error.message)));
      return;
    }
    this.stop();
    this.#call.emit('error', asRpcError(error));
  }
}

function batched(message: streams.BatchAppendReq.ProposedMessage): Proposed {
  for (const property of ['type', 'content-type'] as const) {
    if (metadataOf(message, property) === undefined) {
      throw new Error(`The given key '${property}' was not present in the dictionary.`);
    }
  }
  return proposed(message);
}

function timeLeft(options: streams.BatchAppendReq.Options): number {
  const deadline = options.getDeadline();
  return deadline === undefined ? Number.POSITIVE_INFINITY : deadline.toDate().getTime() - Date.now();
}

function expectedOf(options: streams.BatchAppendReq.Options): Expected {
  if (options.hasStreamPosition()) return exactly(options.getStreamPosition());
  if (options.hasNoStream()) return 'no-stream';
  if (options.hasStreamExists()) return 'stream-exists';
  if (options.hasAny()) return 'any';
  throw new Error("'None' is not a valid ExpectedStreamPositionOneofCase");
}
