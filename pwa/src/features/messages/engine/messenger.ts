import { balanced, type SignedOutReason, type ToldNotification } from '@pmcw/contracts';
import { createStore } from '../../../base/storage/store.ts';
import { hasSentMessage } from '../../../device/installing.ts';
import { type Applied, applyDeletion, applyThreadPage } from '../../../device/offline/apply.ts';
import { systemClock } from '../../../device/offline/clock.ts';
import type { Cursor, MemberDatabase, StoredMember } from '../../../device/offline/database.ts';
import type { ConversationKey, Order } from '../../../device/offline/keys.ts';
import { answerWorker } from '../../../device/offline/outbox/askWindows.ts';
import { cancelMessage } from '../../../device/offline/outbox/cancelling.ts';
import { requeueAll, requeueWaiting } from '../../../device/offline/outbox/claims.ts';
import { browserLocks, noLocks } from '../../../device/offline/outbox/lock.ts';
import { OutboxWorker } from '../../../device/offline/outbox/worker.ts';
import type { SettingsChange } from '../../../device/offline/settings.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { Writer } from '../../../device/offline/writer.ts';
import { type ConnectionStatus, RealtimeConnection } from '../../../device/realtime/connection.ts';
import { openBrowserSocket } from '../../../device/realtime/socket.ts';
import { Sync } from '../../../device/realtime/sync.ts';
import { onWaking } from '../../../device/realtime/waking.ts';
import type { TakenDraft } from '../drafts/composerDraft.ts';
import type { DraftSync } from '../drafts/draftSync.ts';
import { ownDrafts } from '../drafts/ownDrafts.ts';
import * as api from './api.ts';
import { ConnectionNews } from './connectionNews.ts';
import { Contacts } from './contacts.ts';
import { findConversation } from './findConversation.ts';
import { ListRefresh } from './listRefresh.ts';
import { MessageToasts, toastBlockRefusal, toastRefusal } from './messageToasts.ts';
import { MissedChanges } from './missedChanges.ts';
import { ReadMarks } from './readMarks.ts';
import { Saving } from './saving.ts';
import { Sending } from './sending.ts';
import { sentText } from './sentText.ts';

export interface MessengerOptions {
  readonly db: MemberDatabase;
  /** Called once connected; notifications since the page was fetched may have been missed. */
  readonly onConnected: () => void;
  readonly onNotification: (notification: ToldNotification) => void;
  readonly onSessionEnded: (reason: SignedOutReason) => Promise<void>;
  /** The server no longer knows the session. */
  readonly refreshSession: () => Promise<void>;
}

/**
 * One member's messages in this tab: stores incoming ones and sends the outbox. The screen reads the database and calls
 * these actions.
 */
export class Messenger {
  readonly db: MemberDatabase;
  readonly status = createStore<ConnectionStatus>('disconnected');
  readonly #options: MessengerOptions;
  readonly #connection: RealtimeConnection;
  readonly #sending: Sending;
  readonly #outbox: OutboxWorker;
  readonly #readMarks: ReadMarks;
  readonly #contacts: Contacts;
  readonly #writer: Writer;
  readonly saving: Saving;
  readonly #drafts: DraftSync;
  readonly #list: ListRefresh;
  readonly #missed: MissedChanges;
  readonly #news = new ConnectionNews();
  readonly #toasts: MessageToasts;
  readonly #listening = new AbortController();
  #sync: Sync;
  /** The server reported no session, so asking it for messages is pointless. */
  #isSignedOut = false;
  /** Once stopped, its database may be closed or erased under what is under way. */
  readonly #report = (error: unknown): void => {
    if (!this.#listening.signal.aborted && !noteIfFull(error))
      console.error('The messages on this device have a problem', error);
  };

  constructor(options: MessengerOptions) {
    this.#options = options;
    this.db = options.db;
    this.#writer = new Writer(this.db, systemClock);
    this.saving = new Saving(this.db, systemClock);
    this.#readMarks = new ReadMarks(this.db);
    this.#contacts = new Contacts({ db: this.db, onRefused: toastBlockRefusal, onError: this.#report });
    this.#drafts = ownDrafts(this.db, this.#report);
    this.#toasts = new MessageToasts(this.db);
    this.#list = new ListRefresh(this.db, systemClock);
    this.#missed = new MissedChanges({
      db: this.db,
      writer: this.#writer,
      clock: systemClock,
      fetchChanges: api.fetchChanges,
      onApplied: ({ listIsStale }) => listIsStale && this.#list.staleSoon(),
    });
    this.#sending = new Sending({
      db: this.db,
      isConnected: () => this.status.get() === 'connected',
      sendFrame: (frame) => this.#connection.send(frame),
      contacts: this.#contacts,
    });
    this.#sync = this.#newSync();
    this.#connection = new RealtimeConnection({
      open: openBrowserSocket,
      greeting: () => this.#sync.greeting(),
      clock: systemClock,
      onFrame: (frame) => {
        const isAwaited = this.#sending.note(frame);
        // The outbox applies the answers it waited for.
        if (!(isAwaited && frame.type === 'ack')) this.#sync.receive(frame);
        if (frame.type === 'notification') options.onNotification(frame.notification);
        if (frame.type === 'draft') this.#drafts.receive(frame.draft).catch(this.#report);
      },
      onStatus: (status) => this.#becomes(status),
      onExhausted: () => this.#news.lost(),
      onSignedOut: (reason) => this.#signedOut(reason),
    });
    this.#outbox = new OutboxWorker({
      db: this.db,
      courier: this.#sending,
      writer: this.#writer,
      clock: systemClock,
      // Other tabs can't send what is only in memory.
      locks: this.db.isKept ? browserLocks() : noLocks,
      onSignInNeeded: () => this.#checkSession(),
      onRefused: toastRefusal,
      onError: this.#report,
    });
  }

  start(): void {
    const { signal } = this.#listening;
    signal.addEventListener(
      'abort',
      onWaking(() => this.#wakes()),
    );
    window.addEventListener('online', () => this.#networkIsBack(), { signal });
    // Sooner than the heartbeat notices.
    window.addEventListener('offline', () => this.#connection.drop(), { signal });
    document.addEventListener('visibilitychange', () => this.#tellWhetherSeen(), { signal });
    // Others can't send what is only in memory.
    if (this.db.isKept) answerWorker(this.db.name, signal, () => this.#networkIsBack());
    requeueWaiting(this.db, 'network', 'server', 'sign-in').catch(this.#report);
    this.#contacts.start();
    this.#outbox.start();
    this.#drafts.start();
    this.#wakes();
  }

  /** Unsent messages stay on the device for the owner's next visit. */
  stop(): void {
    this.#listening.abort();
    this.#outbox.stop();
    this.#contacts.stop();
    this.#drafts.stop();
    this.#list.stop();
    this.#connection.stop();
    this.#missed.cancel();
  }

  connect(): void {
    this.#news.requested();
    this.#connection.connect();
  }

  show(key: ConversationKey | null): void {
    this.#toasts.show(key);
  }

  tidyToasts(): Promise<void> {
    return this.#toasts.tidy();
  }

  send({ conversation, id, text, replaces }: TakenDraft): Promise<string> {
    hasSentMessage.set(true);
    return this.saving.save({ conversation, id, text: balanced(sentText(text)) }, replaces);
  }

  /** Tries again at once what waits, also where the server asked to wait. */
  sendNow(): Promise<void> {
    this.#connection.connect();
    return requeueAll(this.db);
  }

  markRead(key: ConversationKey, upTo: Order): Promise<void> {
    return this.#readMarks.mark(key, upTo);
  }

  /** At once on this device, and as soon as it can be reached on the server. */
  setBlocked(member: StoredMember, isBlocked: boolean): Promise<void> {
    return this.#contacts.choose(member, isBlocked);
  }

  /** Sends what the owner chose while the server could not be reached. Ignores failures. */
  async sendChoices(): Promise<void> {
    await Promise.all([this.#contacts.sendUnsent(), this.#readMarks.sendUnsent()]);
  }

  /** Mutes a conversation or marks it as unread; accepts or deletes a request. */
  changeSettings(key: ConversationKey, settings: SettingsChange): Promise<void> {
    return this.#readMarks.change(key, settings);
  }

  /**
   * Discards drafts, also on the member's other devices if the server is reachable.
   * @param signal stops waiting for the server
   */
  discardDrafts(conversations: readonly ConversationKey[], signal: AbortSignal): Promise<void> {
    return this.#drafts.discard(conversations, signal);
  }

  /**
   * Deletes an own message for everyone, or cancels an unsent one.
   * @throws ApiError, NetworkError
   */
  async deleteMessage(id: string): Promise<void> {
    await this.saving.end(id);
    if (await cancelMessage(this.db, id)) return;
    await api.deleteMessage(id);
    this.#noted(await applyDeletion(this.db, id));
  }

  /**
   * One fetch at a time.
   * @throws ApiError, NetworkError, UnreadableAnswerError
   */
  refreshList(): Promise<void> {
    return this.#list.refresh();
  }

  /** @throws as `refreshList` */
  fetchNewest(key: ConversationKey): Promise<number> {
    return this.#fetchPage(key, null);
  }

  /** @throws as `refreshList` */
  async fetchOlder(key: ConversationKey, before: string): Promise<void> {
    await this.#fetchPage(key, before);
  }

  /** @throws as `refreshList` */
  findConversation(username: string, signal: AbortSignal): Promise<ConversationKey> {
    return findConversation(this.db, username, signal);
  }

  async #fetchPage(key: ConversationKey, before: string | null): Promise<number> {
    const page = await api.fetchThreadPage(key, before, await this.#cursor());
    this.#noted(await applyThreadPage(this.db, key, page));
    return page.messages.length;
  }

  async #cursor(): Promise<Cursor | null> {
    return (await this.db.sync.get('cursor')) ?? null;
  }

  #newSync(): Sync {
    return new Sync({
      db: this.db,
      writer: this.#writer,
      send: (frame) => this.#connection.send(frame),
      fetchMissed: this.#missed.fetch,
      onCaughtUp: () => this.#caughtUp(),
      onArrived: (message) => {
        this.#toasts.announce(message).catch(this.#report);
      },
      onListStale: () => this.#list.staleSoon(),
      onBroken: (error) => {
        this.#report(error);
        this.#connection.drop();
      },
    });
  }

  #becomes(status: ConnectionStatus): void {
    this.status.set(status);
    this.#news.becomes(status);
    if (status === 'connecting') this.#sync = this.#newSync();
    if (status === 'connected') {
      this.#isSignedOut = false;
      this.#missed.cancel();
      this.#tellWhetherSeen();
      this.#options.onConnected();
    }
    if (status === 'disconnected') {
      this.#sync.end();
      this.#sending.giveUp();
      if (!this.#isSignedOut) this.#missed.soon();
    }
  }

  #caughtUp(): void {
    requeueWaiting(this.db, 'network', 'server', 'sign-in').catch(this.#report);
    this.#readMarks.sendUnsent().catch(this.#report);
    this.#contacts.connected().catch(this.#report);
    this.#drafts.connected();
    if (!this.#list.isFetched) this.#list.again();
  }

  #networkIsBack(): void {
    requeueWaiting(this.db, 'network', 'server').catch(this.#report);
  }

  /** The server pushes only while no page is visible. */
  #tellWhetherSeen(): void {
    if (this.status.get() !== 'connected') return;
    this.#connection.send({ type: 'visible', visible: document.visibilityState === 'visible' });
  }

  #wakes(): void {
    if (document.visibilityState === 'visible') this.#outbox.takeOver();
    this.#connection.wake();
  }

  #signedOut(reason: SignedOutReason | null): void {
    this.#isSignedOut = true;
    this.#missed.cancel();
    if (reason === null) this.#checkSession();
    else this.#options.onSessionEnded(reason).catch(this.#report);
  }

  #checkSession(): void {
    this.#options.refreshSession().catch(this.#report);
  }

  #noted({ listIsStale }: Applied): void {
    if (listIsStale) this.#list.stale();
  }
}
