import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** A call that fails with a status. The trailers are what the client makes its typed errors of. */
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

/** This server does not lead; the client may reconnect to the one that does. */
export function notLeader(leader: { readonly host: string; readonly port: number }): RpcError {
  return new RpcError(status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': leader.host,
    'leader-endpoint-port': String(leader.port),
  });
}

/** The server cannot do that now: it starts, or nobody leads. */
export function notReady(): RpcError {
  return new RpcError(status.UNAVAILABLE, 'Server Is Not Ready');
}

/** The server gave up; whether something was written is not known. */
export function timedOut(why: string): RpcError {
  return new RpcError(status.ABORTED, `Operation timed out: ${why}`);
}

/** The server has dropped a subscription that does not keep up; 23.10 does so whenever it is busy. */
export function consumerTooSlow(): RpcError {
  return timedOut('Consumer too slow to handle event while live. Client resubscription required.');
}

/** The caller may not do that. */
export function accessDenied(): RpcError {
  return new RpcError(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' });
}

/** The caller's name or password is wrong. */
export function unauthenticated(): RpcError {
  return new RpcError(status.UNAUTHENTICATED, 'Unauthenticated');
}

/** The stream was deleted for good. */
export function streamDeleted(stream: string): RpcError {
  return new RpcError(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  });
}

/** The events of one append are larger than `limit` bytes together. */
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

/** What was thrown as the failure of a call: what the real server does not foresee is UNKNOWN. */
export function asRpcError(error: unknown): RpcError {
  if (error instanceof RpcError) return error;
  return new RpcError(status.UNKNOWN, 'Exception was thrown by handler.');
}
