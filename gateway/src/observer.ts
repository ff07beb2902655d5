import type { ClientFrame, FrameCommand, ProblemCode, ServerFrame } from '@pmcw/contracts';

import type { PushOutcome } from './push/courier.ts';

/** The methods of a pino logger that the gateway speaks to. */
export interface GatewayLogger {
  debug(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** What happens in the gateway, as numbers for metrics: no member, no content. */
export type GatewayObservation =
  | { readonly kind: 'upgrade_refused'; readonly status: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed'; readonly code: number }
  | { readonly kind: 'received'; readonly frame: ClientFrame['type'] | 'invalid' }
  /** A frame was handed to a socket. */
  | { readonly kind: 'sent'; readonly frame: ServerFrame['type'] }
  /** A command of a frame was done, or refused with a code. */
  | {
      readonly kind: 'answered';
      readonly command: FrameCommand['type'];
      readonly outcome: 'done' | ProblemCode;
    }
  /** A batch of events went out: to how many sockets, and how old its oldest event was. */
  | { readonly kind: 'pushed'; readonly sockets: number; readonly milliseconds: number }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'resync' }
  | { readonly kind: 'cut_off' }
  | { readonly kind: 'follower_failed' }
  /** What became of a web push to one browser. */
  | { readonly kind: 'web_push'; readonly outcome: PushOutcome | 'dropped' };

/** Hears of everything that happens; must neither throw nor take long. */
export type GatewayObserver = (observation: GatewayObservation) => void;

/** Where the gateway reports: logs for people, observations for metrics. */
export interface Reporting {
  readonly logger: GatewayLogger;
  readonly observe: GatewayObserver;
}
