import {
  type ClientFrame,
  closeCodes,
  type Dispatch,
  type DispatchMessages,
  ProblemError,
  type ServerFrame,
  type SignedOutReason,
  texts,
} from '@pmcw/contracts';
import { within } from '@pmcw/resilience';
import type { Incarnations, Rates } from '@pmcw/runtime';
import type { Session, Sessions } from '@pmcw/vault';
import type { History } from '../follower/history.ts';
import type { MemberCards } from '../follower/memberCards.ts';
import type { RecentChanges } from '../follower/recentChanges.ts';
import type { Change } from '../frames/change.ts';
import { type ParsedFrame, parseFrame } from '../frames/parse.ts';
import { messageIdOf, problemOf } from '../frames/problems.ts';
import { errorFrame } from '../frames/serialise.ts';
import type { GatewayLimits } from '../limits.ts';
import { CommandLanes } from '../messages/commandLanes.ts';
import type { MarkReadFrame, MessageFrame } from '../messages/commands.ts';
import type { Reporting } from '../observer.ts';
import { Delivery } from './delivery.ts';
import { FrameRate } from './frameRate.ts';
import type { OpenSocket } from './openSocket.ts';
import { Wire } from './wire.ts';

export interface ConnectionParts extends Reporting {
  readonly sessions: Pick<Sessions, 'find'>;
  readonly dispatch: Dispatch;
  readonly dispatchMessages: DispatchMessages;
  readonly recent: RecentChanges;
  readonly history: History;
  readonly incarnations: Pick<Incarnations, 'current' | 'lostFrom'>;
  readonly cards: Pick<MemberCards, 'want'>;
  readonly rates: Rates<number>;
  readonly limits: GatewayLimits;
  readonly isClosing: () => boolean;
}

const standardCodes = { goingAway: 1001, policyViolation: 1008, tryAgainLater: 1013 } as const;

/** Most sockets are idle: what only some need is made at its first use. */
export class Connection {
  readonly #parts: ConnectionParts;
  readonly #session: Session;
  readonly #wire: Wire;
  readonly #delivery: Delivery;
  readonly #rate: FrameRate;
  readonly #authenticateBy: number;
  /** Until the socket is open. */
  #token: string | null;
  #lanes: CommandLanes | null = null;
  #running: Set<Promise<void>> | null = null;
  #isAuthenticated = false;
  #isSeen = false;
  #refusalsInRow = 0;

  constructor(parts: ConnectionParts, session: Session, token: string) {
    const { userId } = session;
    this.#parts = parts;
    this.#session = session;
    this.#token = token;
    this.#authenticateBy = performance.now() + parts.limits.authenticateMs;
    this.#wire = new Wire(parts);
    this.#delivery = new Delivery(parts, userId, this.#wire);
    this.#rate = new FrameRate(parts.rates, userId, parts.limits);
  }

  get userId(): number {
    return this.#session.userId;
  }

  get sessionId(): string {
    return this.#session.id;
  }

  get isAuthenticated(): boolean {
    return this.#isAuthenticated;
  }

  get isSeen(): boolean {
    return this.#isSeen;
  }

  get isReplaying(): boolean {
    return this.#delivery.isReplaying;
  }

  get inFlight(): number {
    return this.#lanes?.inFlight ?? 0;
  }

  /** Replays don't count, because clients resume elsewhere. */
  async settled(): Promise<void> {
    await Promise.all(this.#running ?? []);
  }

  opened(socket: OpenSocket): void {
    this.#wire.opened(socket);
    const token = this.#token;
    this.#token = null;
    if (token !== null) void this.#recheck(token);
  }

  closed(): void {
    this.#wire.closed();
    this.#delivery.stop();
  }

  /** The bytes are only valid during this call. */
  received(bytes: Buffer, isBinary: boolean): void {
    if (!this.#wire.isOpen) return;
    this.#guard(() => this.#take(parseFrame(bytes, isBinary, this.#parts.limits.frameBytes)));
  }

  drained(): void {
    this.#wire.drained();
    this.#guard(() => this.#delivery.resumeReplay());
  }

  /** @param changes all that concern the member, since the last call and up to a position */
  push(changes: readonly Change[], upTo: bigint): void {
    this.#guard(() => {
      if (changes.length === 1) this.#delivery.push(changes, upTo);
      else this.#wire.together(() => this.#delivery.push(changes, upTo));
    });
  }

  send(frame: ServerFrame): void {
    if (this.#isAuthenticated) this.#wire.answer(frame);
  }

  signOut(reason: SignedOutReason): void {
    this.#wire.answer({ type: 'signed_out', reason });
    this.#wire.end(closeCodes.signedOut, reason);
  }

  /** With 1001, so that the client reconnects elsewhere. */
  goAway(): void {
    this.#wire.end(standardCodes.goingAway);
  }

  tick(now: number): void {
    this.#wire.tick(now);
    if (!this.#isAuthenticated && now > this.#authenticateBy) this.#wire.end(closeCodes.notAuthenticated);
  }

  #take(parsed: ParsedFrame): void {
    const frame = 'frame' in parsed ? parsed.frame : null;
    this.#parts.observe({ kind: 'received', frame: frame?.type ?? 'invalid' });
    const retryAfter = this.#rate.take(frame);
    if (retryAfter > 0) {
      const refusal = new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter });
      this.#wire.answer(errorFrame(refusal, messageIdOf(parsed)));
      if (this.#rate.refused()) this.#wire.end(closeCodes.tooManyFrames);
    } else if ('refusal' in parsed) {
      this.#refuse(parsed.refusal, parsed.id);
    } else if (!this.#mayHandle(parsed.frame)) {
      const refusal = new ProblemError('not_signed_in', texts.refusals.notSignedIn);
      this.#refuse(refusal, messageIdOf(parsed));
    } else {
      this.#refusalsInRow = 0;
      this.#handle(parsed.frame);
    }
  }

  #mayHandle(frame: ClientFrame): boolean {
    return this.#isAuthenticated || frame.type === 'authenticate' || frame.type === 'ping';
  }

  #handle(frame: ClientFrame): void {
    switch (frame.type) {
      case 'authenticate':
        this.#authenticate(frame);
        break;
      case 'ping':
        this.#wire.answer({ type: 'pong', timestamp: frame.timestamp });
        break;
      case 'message':
        this.#finish(this.#message(frame), frame.id);
        break;
      case 'mark_read':
        this.#finish(this.#markRead(frame));
        break;
      case 'resume':
        void this.#answer(this.#delivery.resume(BigInt(frame.after)));
        break;
      case 'visible':
        this.#isSeen = frame.visible;
        break;
      default:
        frame satisfies never;
    }
  }

  #authenticate({ userId, after, incarnation }: Extract<ClientFrame, { type: 'authenticate' }>): void {
    if (userId !== this.userId) {
      this.#wire.end(closeCodes.notAuthenticated);
      return;
    }
    this.#isAuthenticated = true;
    const { limits, incarnations } = this.#parts;
    const { current } = incarnations;
    const lostFrom = incarnation === undefined ? null : incarnations.lostFrom(incarnation);
    this.#wire.answer({
      ...{ type: 'authenticated', userId, position: String(this.#delivery.start()), incarnation: current },
      ...(lostFrom === null ? {} : { lostFrom: String(lostFrom) }),
      inFlight: limits.messagesInFlight,
    });
    if (after === undefined || (incarnation ?? current) !== current) return;
    // Without an await: nothing may be pushed before the replay knows the client's position.
    void this.#answer(this.#delivery.resume(BigInt(after)));
  }

  #commands(): CommandLanes {
    this.#lanes ??= new CommandLanes({ ...this.#parts, actorId: this.userId });
    return this.#lanes;
  }

  async #message(frame: MessageFrame): Promise<void> {
    this.#mustNotBeClosing();
    // Recipients need the sender's card; read it while the command runs.
    this.#parts.cards.want([this.userId]);
    const { position, message } = await this.#commands().send(frame);
    if (message === null) throw new Error('The command service sent a message and gave none back');
    this.#wire.answer({ type: 'ack', id: message.id, message, position });
  }

  async #markRead(frame: MarkReadFrame): Promise<void> {
    this.#mustNotBeClosing();
    await this.#commands().markRead(frame);
  }

  #mustNotBeClosing(): void {
    if (this.#parts.isClosing())
      throw new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
  }

  async #answer(work: Promise<void>, id?: string): Promise<void> {
    await work.catch((error: unknown) =>
      this.#wire.answer(errorFrame(problemOf(error, this.#parts.logger), id)),
    );
  }

  #finish(work: Promise<void>, id?: string): void {
    this.#running ??= new Set();
    const all = this.#running;
    const running = this.#answer(work, id).finally(() => all.delete(running));
    all.add(running);
  }

  /** Closes the socket after too many invalid frames in a row. */
  #refuse(problem: ProblemError, id: string | undefined): void {
    this.#wire.answer(errorFrame(problem, id));
    this.#refusalsInRow += 1;
    if (this.#refusalsInRow > this.#parts.limits.refusalsInRow) {
      this.#wire.end(standardCodes.policyViolation);
    }
  }

  /** The session may have ended before the hub knew this connection. */
  async #recheck(token: string): Promise<void> {
    const { sessions, limits, logger } = this.#parts;
    try {
      const session = await within(limits.readMs, 'looking up a session', sessions.find(token));
      if (session === null) this.#wire.end(closeCodes.notAuthenticated);
    } catch (error) {
      logger.warn({ err: error }, 'a session could not be looked up');
      this.#wire.end(standardCodes.tryAgainLater);
    }
  }

  /** A failing socket is dropped, without affecting others and the follower. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'a socket failed and was dropped');
      this.#wire.drop();
    }
  }
}
