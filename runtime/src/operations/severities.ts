/** `failed`: not ready. `degraded`: ready all the same, because the part still answers most of what users ask. */
export type Severity = 'degraded' | 'failed';

/** The checks of each part, and how much it matters if one does not pass (docs/operations.md has the same table). */
export const severities = {
  'npm start': {
    instance: 'failed',
    log: 'failed',
    vault: 'failed',
    readModels: 'failed',
    freshness: 'degraded',
    projections: 'degraded',
    following: 'degraded',
    webPush: 'degraded',
    members: 'degraded',
    signOuts: 'degraded',
    mails: 'degraded',
    links: 'degraded',
    reports: 'degraded',
    notary: 'degraded',
  },
  'command-service': {
    instance: 'failed',
    log: 'failed',
    vault: 'failed',
    members: 'degraded',
    signOuts: 'degraded',
    mails: 'degraded',
    links: 'degraded',
    reports: 'degraded',
  },
  'query-service': { instance: 'failed', readModels: 'failed', freshness: 'degraded' },
  gateway: { instance: 'failed', following: 'failed', sessions: 'degraded', webPush: 'degraded' },
  projector: { instance: 'failed', projections: 'failed', freshness: 'degraded' },
  notary: { notary: 'failed' },
  /** Any part before it starts. */
  waiting: { instance: 'failed' },
  /** `npm start` before it starts. */
  starting: { preparing: 'failed', instance: 'failed' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Severity>>>>;

export type Part = keyof typeof severities;
