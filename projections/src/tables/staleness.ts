/** Standbys take over within two seconds, and a projector that restarts is back sooner. */
const mostUnwrittenSeconds = 30;
const mostBehindSeconds = 30;

export interface Keeping {
  readonly name: string;
  readonly state: string;
  /** Since no process may write the model. */
  readonly unwrittenSeconds: number;
  /** For which the log has had events that the model lacks. */
  readonly behindSeconds: number;
  /** For operators; holds no personal data. */
  readonly error?: string | null;
}

/** Says for each model that is not kept current why, without personal data; null if all are. */
export function whyStale(models: readonly Keeping[]): string | null {
  const reasons = models.flatMap((model) => {
    const reason = reasonOf(model);
    return reason === null ? [] : [`${model.name}: ${reason}`];
  });
  return reasons.length === 0 ? null : reasons.join('; ');
}

function reasonOf({ state, unwrittenSeconds, behindSeconds, error = null }: Keeping): string | null {
  const why = error === null ? '' : ` (${error})`;
  if (state === 'missing' || state === 'poisoned' || state === 'stranded') return `${state}${why}`;
  if (unwrittenSeconds > mostUnwrittenSeconds) {
    return `no process has written it for ${unwrittenSeconds} seconds${why}`;
  }
  if (behindSeconds > mostBehindSeconds) return `behind the log for ${Math.floor(behindSeconds)} seconds`;
  return null;
}
