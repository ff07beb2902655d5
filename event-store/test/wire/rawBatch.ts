import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ClientDuplexStream, credentials } from '@grpc/grpc-js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { idText, streamIdentifier, uuid } from './messages.ts';
import type { WireServer } from './server.ts';
import { newStream } from './targets.ts';

interface Answer {
  readonly id: string;
  readonly error: string | undefined;
}

/** A batch call without the official client, for requests that it never sends. */
export function batchCall(server: WireServer): {
  readonly call: ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;
  readonly answers: readonly Answer[];
} {
  const { host, port } = server.endpoint;
  const client = new StreamsClient(`${host}:${port}`, credentials.createInsecure());
  const call = client.batchAppend();
  const answers: Answer[] = [];
  call.on('data', (response: streams.BatchAppendResp) => {
    answers.push({ id: idText(response.getCorrelationId()), error: response.getError()?.getMessage() });
  });
  call.on('end', () => client.close());
  call.on('error', () => client.close());
  return { call, answers };
}

/** An append of one event to its own stream. */
export function batchRequest(correlationId: string, type: string): streams.BatchAppendReq {
  const message = new streams.BatchAppendReq.ProposedMessage().setId(uuid(correlationId));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json');
  const options = new streams.BatchAppendReq.Options()
    .setStreamIdentifier(streamIdentifier(newStream()))
    .setAny(new empty.Empty());
  return new streams.BatchAppendReq()
    .setCorrelationId(uuid(correlationId))
    .setOptions(options)
    .setProposedMessagesList([message])
    .setIsFinal(true);
}
