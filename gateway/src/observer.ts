import type { ClientFrame, FrameCommand, ProblemCode, ServerFrame } from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';

import type { PushOutcome } from './push/courier.ts';

export type GatewayObservation =
  | { readonly kind: 'upgrade_refused'; readonly status: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed'; readonly code: number }
  | { readonly kind: 'received'; readonly frame: ClientFrame['type'] | 'invalid' }
  | { readonly kind: 'sent'; readonly frame: ServerFrame['type'] }
  | {
      readonly kind: 'answered';
      readonly command: FrameCommand['type'];
      readonly outcome: 'done' | ProblemCode;
    }
  /** The age of the oldest event in a batch, and the number of sockets. */
  | { readonly kind: 'pushed'; readonly sockets: number; readonly milliseconds: number }
  | { readonly kind: 'resumed' }
  | { readonly kind: 'resync' }
  | { readonly kind: 'cut_off' }
  | { readonly kind: 'follower_failed' }
  | { readonly kind: 'web_push'; readonly outcome: PushOutcome | 'dropped' };

export type GatewayObserver = (observation: GatewayObservation) => void;

export interface Reporting {
  readonly logger: Logger;
  readonly observe: GatewayObserver;
}
