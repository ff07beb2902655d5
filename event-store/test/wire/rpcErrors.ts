import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** A failed call. The client makes its typed errors from the trailers. */
export class RpcError extends Error implements ServiceError {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;

  constructor(code: status, details: string, trailers: Readonly<Record<string, string>> = {}) {
    super(details);
    this.name = 'RpcError';
    this.code = code;
    this.details = details;
    this.metadata = new Metadata();
    for (const [name, value] of Object.entries(trailers)) this.metadata.set(name, value);
  }
}

/** This server is not the leader; the client may reconnect to that. */
export function notLeader(leader: { readonly host: string; readonly port: number }): RpcError {
  return new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': String(leader.port),
  });
}

/** The server is starting, or there is no leader. */
export function notReady(): RpcError {
  return new RpcError(status.UNAVAILABLE, 'Server Is Not Ready');
}

/** The server gave up; the outcome is unknown. */
export function timedOut(why: string): RpcError {
  return new RpcError(status.ABORTED, `Operation timed out: ${why}`);
}

/** The server dropped a slow subscription; 23.10 does so whenever it is busy. */
export function consumerTooSlow(): RpcError {
  return timedOut('Consumer too slow to handle event while live. Client resubscription required.');
}

export function accessDenied(): RpcError {
  return new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
}

/** Wrong name or password. */
export function unauthenticated(): RpcError {
  return new RpcError(status.UNAUTHENTICATED, 'Unauthenticated');
}

/** The stream was permanently deleted. */
export function streamDeleted(stream: string): RpcError {
  return new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

/** The events of one append exceed `limit` bytes. */
export function maxAppendSizeExceeded(limit: number): RpcError {
  return new RpcError(status.INVALID_ARGUMENT, `Maximum Append Size of ${limit} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(limit),
  });
}

/** A proposed event lacks its type or content type. */
export function requiredMetadataMissing(property: string): RpcError {
  return new RpcError(status.INVALID_ARGUMENT, `Required Metadata Property '${property}' is missing`, {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  });
}

/** Converts an error to a failed call; unexpected ones are UNKNOWN, as on the real server. */
export function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError(status.UNKNOWN, 'Exception was thrown by handler.');
}
