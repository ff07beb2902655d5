import type { HttpResponse } from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import type { OperationAnswer } from '@pmcw/runtime';
import type { GatewayLogger } from '../observer.ts';

/** Sends an answer for those who run the process, when it is known; never later than a client is there to read it. */
export function sendWhenKnown(
  res: HttpResponse,
  answering: Promise<OperationAnswer>,
  logger: GatewayLogger,
): void {
  // An aborted response must not be touched any more.
  let isAborted = false;
  res.onAborted(() => {
    isAborted = true;
  });
  const send = ({ status, contentType, body }: OperationAnswer): void => {
    res.writeStatus(`${status} ${STATUS_CODES[status]}`);
    res.writeHeader('content-type', contentType);
    res.writeHeader('cache-control', 'no-store');
    res.end(body);
  };
  answering
    .then((answer) => {
      if (!isAborted) res.cork(() => send(answer));
    })
    .catch((error: unknown) => logger.error({ err: error }, 'a question about the process was not answered'));
}
