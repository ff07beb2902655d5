import { type ClientFrame, type ServerFrame, validationTexts } from '@pmcw/contracts';
import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import { askToBeWoken } from '../../../device/offline/outbox/background.ts';
import type { SendOutcome } from '../../../device/offline/outbox/outcome.ts';
import { rememberedUser } from '../../../device/offline/rememberedUser.ts';
import { Acknowledgements } from '../../../device/realtime/acknowledgements.ts';
import { dataUrlOf } from '../voice/dataUrl.ts';
import * as api from './api.ts';
import { outgoingFrame } from './outgoingFrame.ts';

const notSignedIn = { kind: 'passing', waitingFor: 'sign-in' } as const;

/** Whose messages go out, and by which socket. */
export interface SendingOptions {
  readonly db: MemberDatabase;
  readonly isConnected: () => boolean;
  readonly sendFrame: (frame: ClientFrame) => void;
}

/** The ways of one member's messages out of this tab: the socket while it is live, else, or when it stays silent, HTTP. */
export class Sending {
  readonly #options: SendingOptions;
  readonly #acknowledgements = new Acknowledgements(systemClock);

  constructor(options: SendingOptions) {
    this.#options = options;
  }

  /** Takes note of a frame that may speak of a message on its way. */
  note(frame: ServerFrame): void {
    this.#acknowledgements.note(frame);
  }

  /** The socket is gone: what it owes an answer for goes by HTTP. */
  giveUp(): void {
    this.#acknowledgements.giveUp();
  }

  /** Sends, or withdraws, a message once. Where that has to wait, the browser is asked to wake the service worker for it. */
  async send(row: OutboxRow): Promise<SendOutcome> {
    const outcome = await this.#try(row);
    if (outcome.kind === 'passing') askToBeWoken(this.#options.db.owner).catch(() => undefined);
    return outcome;
  }

  async #try(row: OutboxRow): Promise<SendOutcome> {
    const { db } = this.#options;
    if (!this.#isOwnersBrowser()) return notSignedIn;
    if (row.task === 'withdraw') return api.withdrawMessage(row.id, db.owner.id);
    const recording = row.messageType === 'voice' ? await db.recordings.get(row.id) : null;
    if (recording === undefined) {
      return { kind: 'refused', code: 'invalid_input', detail: validationTexts.voiceBroken };
    }
    const voiceUrl = recording === null ? null : dataUrlOf(recording.bytes, recording.mediaType);
    const outcome = await this.#sendOverSocket(row, voiceUrl);
    if (outcome !== null) return outcome;
    // The socket may have been silent for seconds.
    return this.#isOwnersBrowser() ? api.postMessage(row, db.owner.id, voiceUrl) : notSignedIn;
  }

  #sendOverSocket(row: OutboxRow, voiceUrl: string | null): Promise<SendOutcome | null> | null {
    const { isConnected, sendFrame } = this.#options;
    const frame = isConnected() ? outgoingFrame(row, voiceUrl) : null;
    if (frame === null) return null;
    const acknowledged = this.#acknowledgements.of(row.id);
    sendFrame(frame);
    return acknowledged;
  }

  /** Not once another member has signed in, in another tab, even if this tab has not heard of it yet. */
  #isOwnersBrowser(): boolean {
    return rememberedUser()?.id === this.#options.db.owner.id;
  }
}
