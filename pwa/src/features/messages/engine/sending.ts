import { type ClientFrame, limits, type ServerFrame, validationTexts } from '@pmcw/contracts';
import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import type { Courier } from '../../../device/offline/outbox/attempt.ts';
import { registerBackgroundSync } from '../../../device/offline/outbox/background.ts';
import type { SendOutcome } from '../../../device/offline/outbox/outcome.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { Acknowledgements } from '../../../device/realtime/acknowledgements.ts';
import { bytesToDataUrl } from '../voice/bytesToDataUrl.ts';
import * as api from './api.ts';
import type { Contacts } from './contacts.ts';
import { outgoingFrame } from './outgoingFrame.ts';

const notSignedIn = { kind: 'passing', waitingFor: 'sign-in' } as const;

interface SendingOptions {
  readonly db: MemberDatabase;
  readonly isConnected: () => boolean;
  readonly sendFrame: (frame: ClientFrame) => void;
  /** Whether the server knows if the recipient is blocked. */
  readonly contacts: Pick<Contacts, 'isSettled' | 'settle'>;
}

/** Sends one member's messages over the socket while it is live; otherwise, or when it does not answer, over HTTP. */
export class Sending implements Courier {
  readonly #options: SendingOptions;
  readonly #acknowledgements = new Acknowledgements(systemClock);
  #inFlight = 1;

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  /** Whether this frame was awaited as an answer. */
  note(frame: ServerFrame): boolean {
    // Older servers don't support more than one.
    if (frame.type === 'authenticated')
      this.#inFlight = Math.min(frame.inFlight ?? 1, limits.messagesInFlight);
    return this.#acknowledgements.note(frame);
  }

  /** The socket closed: unacknowledged messages go over HTTP. */
  giveUp(): void {
    this.#acknowledgements.giveUp();
  }

  readonly window = (): number => (this.#options.isConnected() ? this.#inFlight : 0);

  readonly sendAhead = async (row: OutboxRow, previous: string | null): Promise<SendOutcome | null> =>
    this.#wakingWorker(
      this.#isOwnersBrowser() ? await this.#sendAheadOverSocket(row, previous) : notSignedIn,
    );

  readonly send = async (row: OutboxRow): Promise<SendOutcome> => this.#wakingWorker(await this.#try(row));

  /** If an attempt must be repeated later, asks the browser to wake the service worker then. */
  #wakingWorker<Outcome extends SendOutcome | null>(outcome: Outcome): Outcome {
    if (outcome?.kind === 'passing') registerBackgroundSync(this.#options.db.owner).catch(() => undefined);
    return outcome;
  }

  async #try(row: OutboxRow): Promise<SendOutcome> {
    const { db } = this.#options;
    if (!this.#isOwnersBrowser()) return notSignedIn;
    if (row.task === 'withdraw') return api.withdrawMessage(row.id, db.owner.id);
    if (!(await this.#options.contacts.settle(row.lane))) return { kind: 'passing', waitingFor: 'network' };
    if (row.messageType === 'text') return api.postMessage(row, db.owner.id, null);
    const recording = await db.recordings.get(row.id);
    if (recording === undefined) {
      return { kind: 'refused', code: 'invalid_input', detail: validationTexts.voiceBroken };
    }
    const voiceUrl = bytesToDataUrl(recording.bytes, recording.mediaType);
    const outcome = await this.#sendOverSocket(row, voiceUrl, null);
    if (outcome !== null) return outcome;
    // Seconds may have passed without an answer.
    return this.#isOwnersBrowser() ? api.postMessage(row, db.owner.id, voiceUrl) : notSignedIn;
  }

  #sendAheadOverSocket(row: OutboxRow, previous: string | null): Promise<SendOutcome | null> | null {
    return this.#options.contacts.isSettled(row.lane) ? this.#sendOverSocket(row, null, previous) : null;
  }

  #sendOverSocket(
    row: OutboxRow,
    voiceUrl: string | null,
    previous: string | null,
  ): Promise<SendOutcome | null> | null {
    const { isConnected, sendFrame } = this.#options;
    const frame = isConnected() ? outgoingFrame(row, voiceUrl, previous) : null;
    if (frame === null) return null;
    const acknowledged = this.#acknowledgements.of(row);
    sendFrame(frame);
    return acknowledged;
  }

  /** Another tab may have signed in another member. */
  #isOwnersBrowser(): boolean {
    return rememberedUser()?.id === this.#options.db.owner.id;
  }
}
