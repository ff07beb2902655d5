import { ProblemError, texts } from '@pmcw/contracts';
import { isNavigation, newSiteServer, pageLanguageOf, sendPage } from '@pmcw/http';
import {
  addOperations,
  type Check,
  createOperations,
  type ListenOptions,
  plainProblem,
  type Refuse,
} from '@pmcw/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { preparingPage } from './page.ts';

export interface FrontOptions extends ListenOptions {
  readonly publicUrl: string;
  readonly trustProxy?: readonly string[] | undefined;
  readonly logger: Logger;
  readonly registry: Registry;
}

const retryAfter = 3;

/**
 * Has the public port from the first moment of a start until its end, so that a start may take any time: answers
 * operators, refuses everything else, and passes every request on once the product is ready.
 */
export class Front {
  readonly #app: FastifyInstance;
  #instance: Check = async () => ({ ok: true });
  #percent = 0;
  #product: FastifyInstance | null = null;

  private constructor({ publicUrl, trustProxy, logger, registry }: Omit<FrontOptions, 'host' | 'port'>) {
    this.#app = newSiteServer({ publicUrl, trustProxy, logger });
    this.#app.addHook('onRequest', async (request, reply) => {
      if (this.#product !== null) {
        reply.hijack();
        this.#product.routing(request.raw, reply.raw);
      } else if (request.is404) await this.#refuse(request, reply);
    });
    const checks = {
      preparing: async () =>
        ({ ok: false, reason: texts.preparing(this.#percent), percent: this.#percent }) as const,
      instance: () => this.#instance(),
    };
    addOperations(this.#app, createOperations({ part: 'starting', registry, logger, checks }));
  }

  static async open({ host, port, ...options }: FrontOptions): Promise<Front> {
    const front = new Front(options);
    await front.#app.listen({ host, port });
    return front;
  }

  /** Emits upgrades as soon as it has a listener; until then they are refused like other requests. */
  get server(): FastifyInstance['server'] {
    return this.#app.server;
  }

  get port(): number {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    return address.port;
  }

  get percent(): number {
    return this.#percent;
  }

  /** @param share of the preparation, from 0 to 1. What is shown never falls. */
  report(share: number): void {
    this.#percent = Math.max(this.#percent, Math.floor(share * 100));
  }

  readonly refuse: Refuse = async (instance) => {
    const before = this.#instance;
    this.#instance = instance;
    return {
      close: async () => {
        this.#instance = before;
      },
    };
  };

  /** From now on the product answers, and decides when this may close. */
  passTo(product: FastifyInstance): void {
    this.#product = product;
  }

  /** Lets running requests finish. */
  async close(): Promise<void> {
    await this.#app.close();
  }

  /** Before a body is read: one that is too large for this server must not be refused permanently. */
  #refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const percent = this.#percent;
    const refusal = new ProblemError('unavailable', texts.preparing(percent), { retryAfter });
    const { headers, body } = plainProblem(refusal);
    void reply.code(refusal.status).headers(headers);
    if (!isNavigation(request)) return reply.send(body);
    return sendPage(reply, preparingPage(percent, pageLanguageOf(request)));
  }
}
