import { type ClientFrame, limits, type ServerFrame, validationTexts } from '@pmcw/contracts';
import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import { registerBackgroundSync } from '../../../device/offline/outbox/background.ts';
import type { SendOutcome } from '../../../device/offline/outbox/outcome.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { Acknowledgements } from '../../../device/realtime/acknowledgements.ts';
import { bytesToDataUrl } from '../voice/bytesToDataUrl.ts';
import * as api from './api.ts';
import { outgoingFrame } from './outgoingFrame.ts';

const notSignedIn = { kind: 'passing', waitingFor: 'sign-in' } as const;

interface SendingOptions {
  readonly db: MemberDatabase;
  readonly isConnected: () => boolean;
  readonly sendFrame: (frame: ClientFrame) => void;
}

/** A message that was handed over for sending. */
interface Attempt {
  readonly row: OutboxRow;
  /** Resolves once it is decided whether the message goes over the socket. */
  readonly placed: Promise<void>;
  readonly place: () => void;
  /** Whether it is on the present socket, without an answer. */
  isOnSocket: boolean;
}

interface UnderWay {
  readonly attempt: Attempt;
  readonly outcome: Promise<SendOutcome>;
}

/**
 * Sends one member's messages over the socket while it is live; otherwise, or when it does not answer, over HTTP. On
 * the socket, several messages of a lane may be under way; over HTTP one, after all before it.
 */
export class Sending {
  readonly #options: SendingOptions;
  readonly #acknowledgements = new Acknowledgements(systemClock);
  /** By lane. */
  readonly #lasts = new Map<string, UnderWay>();
  #inFlight = 1;

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  /** Messages of a lane that may be under way at once. */
  get inFlight(): number {
    return this.#inFlight;
  }

  note(frame: ServerFrame): void {
    // Older servers don't support more than one.
    if (frame.type === 'authenticated') {
      this.#inFlight = Math.min(Math.max(1, frame.inFlight ?? 1), limits.messagesInFlight);
    }
    this.#acknowledgements.note(frame);
  }

  /** The socket closed: unacknowledged messages go over HTTP. */
  giveUp(): void {
    this.#inFlight = 1;
    this.#acknowledgements.giveUp();
  }

  /**
   * Sends or withdraws once. If that must wait, asks the browser to wake the service worker.
   * @param previous the message of the lane given before it, if that has no outcome yet; if that one must wait, so must
   * this one
   */
  async send(row: OutboxRow, previous?: string): Promise<SendOutcome> {
    const last = previous === undefined ? null : (this.#lasts.get(row.lane) ?? null);
    if (last?.attempt.row.id !== previous) return { kind: 'passing', waitingFor: 'server' };
    const attempt = newAttempt(row);
    const tried = this.#try(attempt, last).finally(attempt.place);
    this.#lasts.set(row.lane, { attempt, outcome: tried });
    const outcome = await tried;
    if (outcome.kind === 'passing') registerBackgroundSync(this.#options.db.owner).catch(() => undefined);
    return outcome;
  }

  async #try(attempt: Attempt, before: UnderWay | null): Promise<SendOutcome> {
    const { db } = this.#options;
    const { row } = attempt;
    if (!this.#isOwnersBrowser()) return notSignedIn;
    const isVoice = row.task === 'send' && row.messageType === 'voice';
    const recording = isVoice ? await db.recordings.get(row.id) : null;
    if (recording === undefined) {
      return { kind: 'refused', code: 'invalid_input', detail: validationTexts.voiceBroken };
    }
    const voiceUrl = recording === null ? null : bytesToDataUrl(recording.bytes, recording.mediaType);
    const outcome = await this.#sendOverSocket(attempt, voiceUrl, before);
    if (outcome !== null) return outcome;
    const earlier = await before?.outcome;
    if (earlier?.kind === 'passing') return earlier;
    // Seconds may have passed without an answer.
    if (!this.#isOwnersBrowser()) return notSignedIn;
    return row.task === 'withdraw'
      ? api.withdrawMessage(row.id, db.owner.id)
      : api.postMessage(row, db.owner.id, voiceUrl);
  }

  /** Null if the message has to go over HTTP. */
  async #sendOverSocket(
    attempt: Attempt,
    voiceUrl: string | null,
    before: UnderWay | null,
  ): Promise<SendOutcome | null> {
    const { isConnected, sendFrame } = this.#options;
    const { row } = attempt;
    await before?.attempt.placed;
    let previous: string | undefined;
    if (before?.attempt.isOnSocket === true) previous = before.attempt.row.id;
    else {
      const earlier = await before?.outcome;
      if (earlier?.kind === 'passing') return earlier;
    }
    const frame = row.task === 'send' && isConnected() ? outgoingFrame(row, voiceUrl, previous) : null;
    if (frame === null) return null;
    attempt.isOnSocket = true;
    const acknowledged = this.#acknowledgements.of(row);
    sendFrame(frame);
    attempt.place();
    const outcome = await acknowledged;
    attempt.isOnSocket = false;
    return outcome;
  }

  /** Another tab may have signed in another member. */
  #isOwnersBrowser(): boolean {
    return rememberedUser()?.id === this.#options.db.owner.id;
  }
}

function newAttempt(row: OutboxRow): Attempt {
  let place: () => void = () => undefined;
  const placed = new Promise<void>((resolve) => {
    place = resolve;
  });
  return { row, placed, place, isOnSocket: false };
}
