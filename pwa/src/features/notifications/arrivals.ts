import { excerpt, type ToldNotification } from '@pmcw/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../base/ui/toasts.ts';
import { translated } from '../../base/words/words.ts';
import type { Clock } from '../../device/offline/clock.ts';
import { isPublishedHere } from '../../device/realtime/published.ts';
import { Spread } from '../../device/realtime/spread.ts';
import { newDelivery, withNewest } from './deliveries.ts';
import { changePages, notificationKeys, showLists, shownLists } from './notificationQueries.ts';

/** In characters: a toast must not fill the screen. */
const shownMost = 160;

/** In milliseconds. A notification reaches all open apps at the same time; this random wait spreads their refetches. */
export const spreadMs = 10_000;

interface ArrivalsOptions {
  readonly userId: number;
  readonly queryClient: QueryClient;
  readonly clock: Clock;
  readonly isVisible: () => boolean;
}

/** Shows notifications from the socket at once, and confirms them by a later refetch. */
export class Arrivals {
  readonly #options: ArrivalsOptions;
  readonly #refetch: Spread;
  readonly #unsubscribe: () => void;
  #wasConnected = false;
  #announced: { readonly notificationId: string; readonly dismiss: () => void } | null = null;

  constructor(options: ArrivalsOptions) {
    this.#options = options;
    this.#refetch = new Spread(options.clock, () => this.#invalidate(), spreadMs);
    this.#unsubscribe = options.queryClient.getQueryCache().subscribe(() => this.#tidy());
  }

  receive(announced: ToldNotification): void {
    const { userId, queryClient, isVisible } = this.#options;
    const delivery = newDelivery(userId, announced);
    const { all, unread } = shownLists(queryClient);
    showLists(queryClient, {
      all:
        all &&
        changePages(all, (deliveries, page) => (page === 0 ? withNewest(delivery, deliveries) : deliveries)),
      unread: unread && withNewest(delivery, unread),
    });
    if (isVisible() && !isPublishedHere(announced.notificationId)) this.#announce(announced);
    this.#refetch.soon();
  }

  /**
   * Notifications before the connection may be missing: refetches at once at the start, later after a random wait,
   * because a restarted server gets all clients back.
   */
  connected(): void {
    if (this.#wasConnected) this.#refetch.soon();
    else this.#invalidate();
    this.#wasConnected = true;
  }

  stop(): void {
    this.#refetch.cancel();
    this.#unsubscribe();
  }

  #announce({ notificationId, title, message }: ToldNotification): void {
    const dismiss = toast({ title: translated(title), description: excerpt(translated(message), shownMost) });
    this.#announced = { notificationId, dismiss };
  }

  /** Dismisses the toast of a notification that was read, removed or withdrawn. */
  #tidy(): void {
    const announced = this.#announced;
    const { unread } = shownLists(this.#options.queryClient);
    const isListed = unread?.some(({ notificationId }) => notificationId === announced?.notificationId);
    if (announced === null || isListed !== false) return;
    this.#announced = null;
    announced.dismiss();
  }

  #invalidate(): void {
    void this.#options.queryClient.invalidateQueries({ queryKey: notificationKeys.both });
  }
}
