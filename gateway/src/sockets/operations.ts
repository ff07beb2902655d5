import type { HttpResponse } from 'uWebSockets.js';
import { STATUS_CODES } from 'node:http';
import type { Logger } from '@pmcw/resilience';
import type { OperationAnswer } from '@pmcw/runtime';
import { arrivalOf } from './arrival.ts';

export function sendWhenKnown(res: HttpResponse, answering: Promise<OperationAnswer>, logger: Logger): void {
  const arrival = arrivalOf(res);
  const send = ({ status, contentType, body }: OperationAnswer): void => {
    res.writeStatus(`${status} ${STATUS_CODES[status]}`);
    res.writeHeader('content-type', contentType);
    res.writeHeader('cache-control', 'no-store');
    res.end(body);
  };
  Promise.all([answering, arrival.over])
    .then(([answer]) => {
      if (!arrival.isAborted()) res.cork(() => send(answer));
    })
    .catch((error: unknown) =>
      logger.error({ err: error }, 'a health or metrics request could not be answered'),
    );
}
