import type { FoundationSettings } from '@pmcw/runtime';
import type { ModelState } from '../runner/modelState.ts';

export interface ThreadSettings extends FoundationSettings {
  readonly LOG_LEVEL: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
}

export interface ThreadData extends ThreadSettings {
  /** How often it reports that it runs. */
  readonly aliveEveryMs: number;
}

export type FromThread =
  | { readonly kind: 'alive' }
  | { readonly kind: 'written'; readonly model: string; readonly events: number; readonly seconds: number }
  | {
      readonly kind: 'became';
      readonly model: string;
      readonly state: ModelState;
      readonly error: string | null;
    }
  /** A line of JSON. */
  | { readonly kind: 'logged'; readonly line: string }
  /** Every model has its follower. */
  | { readonly kind: 'started' }
  | { readonly kind: 'stopped' };

/** The only message to the thread. */
export const stop = 'stop';
