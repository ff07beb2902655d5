import type { ToldNotification } from '@pmcw/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../base/ui/toasts.ts';
import { translated } from '../../base/words/words.ts';
import type { Clock } from '../../device/offline/clock.ts';
import { isPublishedHere } from '../../device/realtime/published.ts';
import { deliveredNow, withNewest } from './deliveries.ts';
import { changePages, notificationKeys, showLists, shownLists } from './notificationQueries.ts';

/**
 * Longest time until the lists are asked for after a notification, in milliseconds. Everybody is told at the same
 * moment: without a wait of each one's own, all open apps would ask at once.
 */
export const spreadMs = 10_000;

/** What arrivals need of the world. */
export interface ArrivalsOptions {
  readonly userId: number;
  readonly queryClient: QueryClient;
  readonly clock: Clock;
  /** Whether somebody can see the page. */
  readonly isVisible: () => boolean;
}

/** Notifications that the socket brings: shown and told at once, and confirmed by the lists a little later. */
export class Arrivals {
  readonly #options: ArrivalsOptions;
  #cancelRefetch: (() => void) | null = null;
  #wasConnected = false;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
  }

  /** A notification came in just now. */
  receive(told: ToldNotification): void {
    const { userId, queryClient, isVisible } = this.#options;
    const delivery = deliveredNow(userId, told);
    const { all, unread } = shownLists(queryClient);
    showLists(queryClient, {
      all:
        all &&
        changePages(all, (deliveries, page) => (page === 0 ? withNewest(delivery, deliveries) : deliveries)),
      unread: unread && withNewest(delivery, unread),
    });
    if (isVisible() && !isPublishedHere(told.notificationId))
      toast({ title: translated(told.title), description: translated(told.message) });
    this.#scheduleRefetch();
  }

  /**
   * From now on notifications come in. Those of before may have missed this page: asked for at once as the app starts, later
   * in turns, for a server that was away comes back to everybody.
   */
  connected(): void {
    if (this.#wasConnected) this.#scheduleRefetch();
    else void this.#options.queryClient.invalidateQueries({ queryKey: notificationKeys.both });
    this.#wasConnected = true;
  }

  /** Asks for nothing any more. */
  stop(): void {
    this.#cancelRefetch?.();
  }

  #scheduleRefetch(): void {
    if (this.#cancelRefetch !== null) return;
    const { queryClient, clock } = this.#options;
    this.#cancelRefetch = clock.after(clock.random() * spreadMs, () => {
      this.#cancelRefetch = null;
      void queryClient.invalidateQueries({ queryKey: notificationKeys.both });
    });
  }
}
