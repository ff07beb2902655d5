import type { Dispatch, DispatchMessages } from '@pmcw/contracts';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { silent, within } from '@pmcw/resilience';
import {
  type CountRequest,
  type Followed,
  type Incarnations,
  type ListenOptions,
  type Operations,
  proxyList,
  Rates,
} from '@pmcw/runtime';
import type { Bookmarks, Drafts, Push, Sessions, Snapshots } from '@pmcw/vault';
import type { Registry } from 'prom-client';
import { pushDrafts } from './drafts/pushDrafts.ts';
import { Feed } from './follower/feed.ts';
import { defaultLimits, type GatewayLimits } from './limits.ts';
import { countObservations, measureStats } from './metrics.ts';
import type { GatewayObserver } from './observer.ts';
import { Pushes, type PushesOptions } from './push/pushes.ts';
import type { SocketEngine } from './sockets/engines/engine.ts';
import { FanOut } from './sockets/fanOut.ts';
import { Hub } from './sockets/hub.ts';
import { SocketServer } from './sockets/server.ts';
import type { GatewayStats } from './stats.ts';

export interface GatewayOptions {
  readonly eventStore: EventStore<ProductEvents>;
  readonly incarnations: Incarnations;
  readonly sessions: Sessions;
  readonly drafts: Pick<Drafts, 'find' | 'onChanged'>;
  readonly snapshots: Pick<Snapshots, 'find'>;
  readonly push?: PushOptions;
  readonly dispatch: Dispatch;
  readonly dispatchMessages: DispatchMessages;
  readonly publicUrl: string;
  readonly logger?: Logger;
  readonly registry?: Registry;
  /** Served on the same port, if the gateway has its own process. */
  readonly operations?: Operations;
  readonly observe?: GatewayObserver;
  readonly countRequest?: CountRequest | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  readonly limits?: Partial<GatewayLimits>;
  /** By default uWebSockets.js, or `ws` where it has no binary. */
  readonly engine?: SocketEngine | undefined;
}

export interface PushOptions extends Pick<PushesOptions, 'keys' | 'services' | 'limits'> {
  readonly push: Push;
  readonly bookmarks: Bookmarks;
}

export interface Gateway {
  /** While the log is unavailable, upgrades get 503. @throws CannotStartError if the port can't be bound */
  listen(options: ListenOptions): Promise<{ readonly port: number }>;
  stats(): GatewayStats;
  /** Of the notifications that browsers get without a page. */
  webPush(): Followed;
  /** Answers the commands in flight and closes all sockets with 1001. */
  close(): Promise<void>;
}

function observerOf({ observe, registry }: GatewayOptions): GatewayObserver {
  const observers = [observe ?? [], registry === undefined ? [] : countObservations(registry)].flat();
  return (observation) => {
    for (const observe of observers) observe(observation);
  };
}

export function createGateway(options: GatewayOptions): Gateway {
  return new SocketGateway(options);
}

class SocketGateway implements Gateway {
  readonly #logger: Logger;
  readonly #limits: GatewayLimits;
  readonly #hub = new Hub();
  readonly #fanOut: FanOut;
  readonly #feed: Feed;
  readonly #server: SocketServer;
  readonly #sessions: Sessions;
  readonly #drafts: GatewayOptions['drafts'];
  readonly #pushes: Pushes | null;
  #stopListening: (() => void)[] = [];
  #ticking: NodeJS.Timeout | null = null;
  #isClosing = false;

  constructor(options: GatewayOptions) {
    const { eventStore, sessions, drafts, publicUrl, registry, logger = silent } = options;
    const { incarnations } = options;
    const limits = { ...defaultLimits, ...options.limits };
    const observe = observerOf(options);
    if (registry !== undefined) measureStats(registry, () => this.stats());
    this.#logger = logger;
    this.#limits = limits;
    this.#sessions = sessions;
    this.#drafts = drafts;
    this.#fanOut = new FanOut({ hub: this.#hub, limits, observe });
    this.#feed = new Feed({
      eventStore,
      snapshots: options.snapshots,
      limits,
      logger,
      observe,
      onChanges: (changes, upTo) => this.#fanOut.push(changes, upTo),
    });
    incarnations.onStarted(() => this.#startOver());
    const { recent, history, cards } = this.#feed;
    const { push, snapshots } = options;
    this.#pushes =
      push === undefined
        ? null
        : new Pushes({
            ...push,
            ...{ eventStore, snapshots, publicUrl, cards, hub: this.#hub, logger, observe },
          });
    this.#server = new SocketServer({
      hub: this.#hub,
      rates: new Rates({ perSecond: limits.framesPerSecond, burst: limits.framesBurst }),
      countRequest: options.countRequest ?? (() => 0),
      isProxy: proxyList(options.trustProxy ?? []),
      recent,
      history,
      incarnations,
      cards,
      sessions,
      dispatch: options.dispatch,
      dispatchMessages: options.dispatchMessages,
      publicUrl,
      limits,
      logger,
      observe,
      // After a failure the position is known, so clients that connect now miss nothing.
      isReady: () => this.#feed.status === 'following' || this.#feed.status === 'failed',
      isClosing: () => this.#isClosing,
      operations: options.operations ?? null,
      engine: options.engine,
    });
  }

  async listen(options: ListenOptions): Promise<{ readonly port: number }> {
    try {
      const port = await this.#server.listen(options);
      this.#stopListening = [
        this.#sessions.onEnded((ended) => this.#hub.signOut(ended)),
        pushDrafts({ drafts: this.#drafts, hub: this.#hub, logger: this.#logger }),
      ];
      this.#ticking = setInterval(() => this.#tick(), this.#limits.tickMs).unref();
      await this.#feed.start();
      await this.#pushes?.start();
      return { port };
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  stats(): GatewayStats {
    const connections = [...this.#hub.all()];
    const { status, restarts, recent } = this.#feed;
    return {
      sockets: connections.length,
      authenticated: connections.filter((connection) => connection.isAuthenticated).length,
      replaying: connections.filter((connection) => connection.isReplaying).length,
      commandsInFlight: connections.reduce((sum, connection) => sum + connection.inFlight, 0),
      follower: { status, restarts, position: String(recent.head) },
      recentChanges: recent.size,
    };
  }

  webPush(): Followed {
    return this.#pushes?.followed ?? { mode: 'standby', position: 0n, details: {} };
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#server.stopListening();
    await this.#settle();
    for (const connection of this.#hub.all()) connection.goAway();
    await this.#pushes?.stop();
    await this.#feed.stop();
    this.#fanOut.clear();
    if (this.#ticking !== null) clearInterval(this.#ticking);
    for (const stop of this.#stopListening) stop();
    this.#server.close();
  }

  /** Sockets reconnect, and hear of the incarnation: their positions are of the former log. */
  #startOver(): void {
    this.#feed.startOver();
    this.#fanOut.clear();
    for (const connection of this.#hub.all()) connection.goAway();
  }

  #tick(): void {
    const now = performance.now();
    for (const connection of this.#hub.all()) connection.tick(now);
  }

  async #settle(): Promise<void> {
    const settled = Promise.all([...this.#hub.all()].map((connection) => connection.settled()));
    try {
      await within(this.#limits.drainMs, 'finishing commands', settled);
    } catch (error) {
      this.#logger.warn({ err: error }, 'closing without the answers to some commands');
    }
  }
}
