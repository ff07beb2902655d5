import { ProblemError, texts } from '@pmcw/contracts';

export const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 2 });
