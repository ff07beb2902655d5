import {
  balanced,
  isolated,
  type SignedOutReason,
  type ToldMessage,
  type ToldNotification,
} from '@pmcw/contracts';
import { NetworkError } from '../../../base/api/errors.ts';
import { createStore } from '../../../base/storage/store.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords, translated } from '../../../base/words/words.ts';
import { hasSentMessage } from '../../../device/installing.ts';
import {
  type Applied,
  applyConversations,
  applyDeletion,
  applyGlobalCount,
  applyThreadPage,
} from '../../../device/offline/apply.ts';
import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase, OutboxRow } from '../../../device/offline/database.ts';
import { type ConversationKey, conversationKey, type Order } from '../../../device/offline/keys.ts';
import { answerWorker } from '../../../device/offline/outbox/askWindows.ts';
import { cancelMessage } from '../../../device/offline/outbox/cancelling.ts';
import { browserLocks, noLocks } from '../../../device/offline/outbox/lock.ts';
import { enqueue, requeueWaiting } from '../../../device/offline/outbox/queue.ts';
import { OutboxWorker } from '../../../device/offline/outbox/worker.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { type ConnectionStatus, RealtimeConnection } from '../../../device/realtime/connection.ts';
import { openBrowserSocket } from '../../../device/realtime/socket.ts';
import { catchUp, Sync } from '../../../device/realtime/sync.ts';
import type { DraftSync } from '../drafts/draftSync.ts';
import { ownDrafts } from '../drafts/ownDrafts.ts';
import * as api from './api.ts';
import { ConnectionNews } from './connectionNews.ts';
import { previewText } from './previewText.ts';
import { ReadMarks } from './readMarks.ts';
import { Sending } from './sending.ts';

const texts = () => currentWords(messages).toasts;

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
  readonly #drafts: DraftSync;
  readonly #news = new ConnectionNews();
  readonly #listening = new AbortController();
  #sync: Sync;
  /** Its messages get no toast. */
  #openView: ConversationKey | null = null;
  #listRefresh: Promise<void> | null = null;
  #isListFetched = false;
  /** The server reported no session, so asking it for messages is pointless. */
  #isSignedOut = false;
  #announced: { readonly key: ConversationKey; readonly dismiss: () => void } | null = null;

  constructor(options: MessengerOptions) {
    this.#options = options;
    this.db = options.db;
    this.#readMarks = new ReadMarks(this.db);
    this.#drafts = ownDrafts(this.db, reportFailure);
    this.#sending = new Sending({
      db: this.db,
      isConnected: () => this.status.get() === 'connected',
      sendFrame: (frame) => this.#connection.send(frame),
    });
    this.#sync = this.#newSync();
    this.#connection = new RealtimeConnection({
      open: openBrowserSocket,
      greeting: () => this.#sync.greeting(),
      clock: systemClock,
      onFrame: (frame) => {
        this.#sending.note(frame);
        this.#sync.receive(frame);
        if (frame.type === 'notification') options.onNotification(frame.notification);
        if (frame.type === 'draft') this.#drafts.receive(frame.draft).catch(reportFailure);
      },
      onStatus: (status) => this.#becomes(status),
      onExhausted: () => this.#news.lost(),
      onSignedOut: (reason) => this.#signedOut(reason),
    });
    this.#outbox = new OutboxWorker({
      db: this.db,
      send: (row) => this.#sending.send(row),
      clock: systemClock,
      // Other tabs can't send what is only in memory.
      locks: this.db.isKept ? browserLocks() : noLocks,
      onSignInNeeded: () => this.#checkSession(),
      onRefused: toastRefusal,
      onError: reportFailure,
    });
  }

  start(): void {
    const { signal } = this.#listening;
    window.addEventListener('online', () => this.#networkIsBack(), { signal });
    // Sooner than the heartbeat notices.
    window.addEventListener('offline', () => this.#connection.drop(), { signal });
    document.addEventListener('visibilitychange', () => this.#comesIntoView(), { signal });
    // Others can't send what is only in memory.
    if (this.db.isKept) answerWorker(this.db.name, signal, () => this.#networkIsBack());
    requeueWaiting(this.db, 'network', 'server', 'sign-in').catch(reportFailure);
    this.#outbox.start();
    this.#drafts.start();
    this.#comesIntoView();
    this.#connection.connect();
  }

  /** Unsent messages stay on the device for the owner's next visit. */
  stop(): void {
    this.#listening.abort();
    this.#outbox.stop();
    this.#drafts.stop();
    this.#connection.stop();
  }

  connect(): void {
    this.#news.requested();
    this.#connection.connect();
  }

  show(key: ConversationKey | null): void {
    this.#openView = key;
    if (key !== null && this.#announced?.key === key) this.#announced.dismiss();
  }

  send(conversation: ConversationKey, id: string, text: string): Promise<string> {
    hasSentMessage.set(true);
    return enqueue(this.db, { conversation, id, text: balanced(text.trim()) }, systemClock.now());
  }

  markRead(key: ConversationKey, upTo: Order): Promise<void> {
    return this.#readMarks.mark(key, upTo);
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
    if (await cancelMessage(this.db, id)) return;
    await api.deleteMessage(id);
    this.#noted(await applyDeletion(this.db, id));
  }

  /**
   * One fetch at a time.
   * @throws ApiError, NetworkError, UnreadableAnswerError
   */
  refreshList(): Promise<void> {
    this.#listRefresh ??= this.#fetchList().finally(() => {
      this.#listRefresh = null;
    });
    return this.#listRefresh;
  }

  /** @throws as `refreshList` */
  fetchNewest(key: ConversationKey): Promise<number> {
    return this.#fetchPage(key, null);
  }

  /** @throws as `refreshList` */
  async fetchOlder(key: ConversationKey, before: string): Promise<void> {
    await this.#fetchPage(key, before);
  }

  /**
   * Looks on the device first.
   * @throws as `refreshList`
   */
  async findConversation(username: string): Promise<ConversationKey> {
    const name = username.toLowerCase();
    const known = await this.db.members.filter((member) => member.username.toLowerCase() === name).first();
    const key = known === undefined ? null : conversationKey(known.id);
    if (key !== null && (await this.db.conversations.get(key)) !== undefined) return key;
    const conversation = await api.findConversation(username).catch((error: unknown) => {
      // A known member can be written to offline, too.
      if (known === undefined || known.id === this.db.owner.id || !(error instanceof NetworkError))
        throw error;
      const { id: userId, fullName, avatarUrl } = known;
      const peer = { userId, username: known.username, fullName, avatarUrl };
      return { ...peer, unreadCount: 0, lastMessage: null, readUpTo: '0' };
    });
    await applyConversations(this.db, [conversation]);
    return conversationKey(conversation.userId);
  }

  async #fetchPage(key: ConversationKey, before: string | null): Promise<number> {
    const page = await api.fetchThreadPage(key, before, await this.#cursor());
    this.#noted(await applyThreadPage(this.db, key, page));
    return page.messages.length;
  }

  async #fetchList(): Promise<void> {
    const cursor = await this.#cursor();
    await applyConversations(this.db, await api.fetchConversations(cursor));
    if (cursor === null) return;
    await applyGlobalCount(this.db, await api.fetchGlobalUnread(cursor), cursor);
    this.#isListFetched = true;
  }

  async #cursor(): Promise<string | null> {
    return (await this.db.sync.get('cursor'))?.position ?? null;
  }

  #newSync(): Sync {
    return new Sync({
      db: this.db,
      clock: systemClock,
      send: (frame) => this.#connection.send(frame),
      fetchChanges: api.fetchChanges,
      onCaughtUp: () => this.#caughtUp(),
      onArrived: (message) => {
        this.#announce(message).catch(reportFailure);
      },
      onListStale: () => this.#noted({ listIsStale: true }),
      onBroken: (error) => {
        reportFailure(error);
        this.#connection.drop();
      },
    });
  }

  #becomes(status: ConnectionStatus): void {
    this.status.set(status);
    this.#news.becomes(status);
    if (status === 'connecting') this.#sync = this.#newSync();
    if (status === 'connected') {
      this.#tellWhetherSeen();
      this.#options.onConnected();
    }
    if (status === 'disconnected') {
      this.#sync.end();
      this.#sending.giveUp();
      // Later, so that `onSignedOut` runs first if the session ended.
      queueMicrotask(() => this.#catchUpWithoutSocket());
    }
    if (status === 'connected') this.#isSignedOut = false;
  }

  #caughtUp(): void {
    requeueWaiting(this.db, 'network', 'server', 'sign-in').catch(reportFailure);
    this.#readMarks.sendUnsent().catch(reportFailure);
    // The next connection retries.
    this.#drafts.pull().catch(() => undefined);
    if (!this.#isListFetched) this.#noted({ listIsStale: true });
  }

  /** For networks that block sockets, at each attempt to connect. */
  #catchUpWithoutSocket(): void {
    if (this.#listening.signal.aborted || this.#isSignedOut) return;
    catchUp(this.db, systemClock, api.fetchChanges, (applied) => this.#noted(applied)).catch(() => undefined);
  }

  #networkIsBack(): void {
    this.#connection.connect();
    requeueWaiting(this.db, 'network', 'server').catch(reportFailure);
  }

  /** The server pushes only while no page is visible. */
  #tellWhetherSeen(): void {
    if (this.status.get() !== 'connected') return;
    this.#connection.send({ type: 'visible', visible: document.visibilityState === 'visible' });
  }

  #comesIntoView(): void {
    this.#tellWhetherSeen();
    if (document.visibilityState !== 'visible') return;
    this.#outbox.takeOver();
    this.#connection.connect();
  }

  #signedOut(reason: SignedOutReason | null): void {
    this.#isSignedOut = true;
    if (reason === null) this.#checkSession();
    else this.#options.onSessionEnded(reason).catch(reportFailure);
  }

  #checkSession(): void {
    this.#options.refreshSession().catch(reportFailure);
  }

  /** Refreshes the list if only it has the missing data; the screen's own query reports failures. */
  #noted({ listIsStale }: Applied): void {
    if (!listIsStale) return;
    const underWay = this.#listRefresh ?? Promise.resolve();
    underWay.then(() => this.refreshList()).catch(() => undefined);
  }

  async #announce(message: ToldMessage): Promise<void> {
    const key = conversationKey(message.isGlobal ? null : message.senderId);
    const sender = message.sender ?? (await this.db.members.get(message.senderId));
    if (document.visibilityState !== 'visible' || this.#openView === key) return;
    const text = previewText(message);
    const dismiss = toast({
      title: message.isGlobal ? texts().newGlobalMessage : texts().newMessage,
      description: sender === undefined ? text : `${isolated(sender.fullName)}: ${isolated(text)}`,
      durationMs: 5000,
    });
    this.#announced = { key, dismiss };
  }
}

/** The message shows the reason too, but its sender may be on another screen (spec §8). */
function toastRefusal({ lane }: OutboxRow, detail: string): void {
  const { sendFailed, globalSendFailed } = texts();
  const title = lane === 'global' ? globalSendFailed : sendFailed;
  toast({ title, description: translated(detail), tone: 'danger' });
}

function reportFailure(error: unknown): void {
  if (noteIfFull(error)) return;
  console.error('The messages on this device have a problem', error);
}
