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
import { messages } from '../../../base/words/en/messages.ts';
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
import { cancel } from '../../../device/offline/outbox/givingUp.ts';
import { browserLocks, noLocks } from '../../../device/offline/outbox/lock.ts';
import { enqueue, wake } from '../../../device/offline/outbox/queue.ts';
import { OutboxWorker } from '../../../device/offline/outbox/worker.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { type ConnectionStatus, RealtimeConnection } from '../../../device/realtime/connection.ts';
import { openBrowserSocket } from '../../../device/realtime/socket.ts';
import { catchUp, Sync } from '../../../device/realtime/sync.ts';
import type { DraftSync } from '../drafts/draftSync.ts';
import { ownDrafts } from '../drafts/ownDrafts.ts';
import * as api from './api.ts';
import { ConnectionNews } from './connectionNews.ts';
import { ReadMarks } from './readMarks.ts';
import { Sending } from './sending.ts';
import { spoken } from './spoken.ts';

const say = () => currentWords(messages).toasts;

/** Whose messenger it is, and who hears of what is not about messages. */
export interface MessengerOptions {
  /** The owner's, open. */
  readonly db: MemberDatabase;
  /** The server can tell from now on; what it told before, and after the page was fetched, nobody has heard. */
  readonly onConnected: () => void;
  /** Administrators told something just now. */
  readonly onNotification: (notification: ToldNotification) => void;
  /** The server has ended the session. */
  readonly onSessionEnded: (reason: SignedOutReason) => Promise<void>;
  /** Asks about the session again, for the server no longer knows it. */
  readonly refreshSession: () => Promise<void>;
}

/**
 * One member's messages in this tab: what comes in is written to the device, what goes out is taken from there. The
 * screen reads the database and calls the actions below.
 */
export class Messenger {
  readonly db: MemberDatabase;
  /** Where the live connection stands (spec §4). */
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
  /** The conversation on screen: its messages need no toast. */
  #openView: ConversationKey | null = null;
  #listRefresh: Promise<void> | null = null;
  #isListFetched = false;
  /** The server has said that nobody is signed in: asking it for messages would be in vain. */
  #isSignedOut = false;
  /** The last message that a toast told of. */
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
      // What is only in this tab's memory no other tab can send.
      locks: this.db.isKept ? browserLocks() : noLocks,
      onSignInNeeded: () => this.#checkSession(),
      onRefused: tellOfRefusal,
      onError: reportFailure,
    });
  }

  /** Begins to connect and to send. */
  start(): void {
    const { signal } = this.#listening;
    window.addEventListener('online', () => this.#networkIsBack(), { signal });
    // Sooner than the heartbeat would notice.
    window.addEventListener('offline', () => this.#connection.drop(), { signal });
    document.addEventListener('visibilitychange', () => this.#comesIntoView(), { signal });
    wake(this.db, 'network', 'server', 'sign-in').catch(reportFailure);
    this.#outbox.start();
    this.#drafts.start();
    this.#comesIntoView();
    this.#connection.connect();
  }

  /** Stops both; what is not sent stays on the device for its owner's next visit. */
  stop(): void {
    this.#listening.abort();
    this.#outbox.stop();
    this.#drafts.stop();
    this.#connection.stop();
  }

  /** Connects at once, on the person's wish, and tells how it went. */
  connect(): void {
    this.#news.ask();
    this.#connection.connect();
  }

  /** A conversation comes on screen, or none. */
  show(key: ConversationKey | null): void {
    this.#openView = key;
    if (key !== null && this.#announced?.key === key) this.#announced.dismiss();
  }

  /** Sends what is in a composer: its text, and the recording that is kept for it. See `enqueue`. */
  send(conversation: ConversationKey, id: string, text: string): Promise<string> {
    hasSentMessage.set(true);
    return enqueue(this.db, { conversation, id, text: balanced(text.trim()) }, systemClock.now());
  }

  /** The owner has seen a conversation up to here. */
  markRead(key: ConversationKey, upTo: Order): Promise<void> {
    return this.#readMarks.mark(key, upTo);
  }

  /**
   * Discards what stands in composers, on the member's other devices as well; those keep theirs where they can't be told now.
   * @param signal gives up waiting for that
   */
  discardDrafts(conversations: readonly ConversationKey[], signal: AbortSignal): Promise<void> {
    return this.#drafts.discard(conversations, signal);
  }

  /** Deletes an own message, for everyone; one that is still on its way is given up. @throws ApiError, NetworkError */
  async deleteMessage(id: string): Promise<void> {
    if (await cancel(this.db, id)) return;
    await api.deleteMessage(id);
    this.#noted(await applyDeletion(this.db, id));
  }

  /** Fetches the conversation list; one fetch at a time. @throws ApiError, NetworkError, UnreadableAnswerError */
  refreshList(): Promise<void> {
    this.#listRefresh ??= this.#fetchList().finally(() => {
      this.#listRefresh = null;
    });
    return this.#listRefresh;
  }

  /** Fetches the newest messages of a thread. Throws as `refreshList`. */
  fetchNewest(key: ConversationKey): Promise<number> {
    return this.#fetchPage(key, null);
  }

  /** Fetches the messages before those of a page. Throws as `refreshList`. */
  async fetchOlder(key: ConversationKey, before: string): Promise<void> {
    await this.#fetchPage(key, before);
  }

  /** Finds the conversation with a member by name; what the device knows, it need not ask. Throws as `refreshList`. */
  async findConversation(username: string): Promise<ConversationKey> {
    const name = username.toLowerCase();
    const known = await this.db.members.filter((member) => member.username.toLowerCase() === name).first();
    const key = known === undefined ? null : conversationKey(known.id);
    if (key !== null && (await this.db.conversations.get(key)) !== undefined) return key;
    const conversation = await api.findConversation(username).catch((error: unknown) => {
      // Somebody one has met can be written to offline as well.
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
      // By then it is known whether the session has ended.
      queueMicrotask(() => this.#catchUpWithoutSocket());
    }
    if (status === 'connected') this.#isSignedOut = false;
  }

  #caughtUp(): void {
    wake(this.db, 'network', 'server', 'sign-in').catch(reportFailure);
    this.#readMarks.tell().catch(reportFailure);
    // What could not be asked is asked at the next connection.
    this.#drafts.pull().catch(() => undefined);
    if (!this.#isListFetched) this.#noted({ listIsStale: true });
  }

  /** Where sockets don't get through, messages still come: late, at each attempt to connect. */
  #catchUpWithoutSocket(): void {
    if (this.#listening.signal.aborted || this.#isSignedOut) return;
    catchUp(this.db, systemClock, api.fetchChanges, (applied) => this.#noted(applied)).catch(() => undefined);
  }

  #networkIsBack(): void {
    this.#connection.connect();
    wake(this.db, 'network', 'server').catch(reportFailure);
  }

  /** The server tells this member by push only while no page is looked at. */
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

  /** What only the list can tell is fetched; when that fails, the screen says so where it asks itself. */
  #noted({ listIsStale }: Applied): void {
    if (!listIsStale) return;
    const underWay = this.#listRefresh ?? Promise.resolve();
    underWay.then(() => this.refreshList()).catch(() => undefined);
  }

  async #announce(message: ToldMessage): Promise<void> {
    const key = conversationKey(message.isGlobal ? null : message.senderId);
    const sender = message.sender ?? (await this.db.members.get(message.senderId));
    if (document.visibilityState !== 'visible' || this.#openView === key) return;
    const dismiss = toast({
      title: message.isGlobal ? say().newGlobalMessage : say().newMessage,
      description:
        sender === undefined ? spoken(message) : `${isolated(sender.fullName)}: ${isolated(spoken(message))}`,
      durationMs: 5000,
    });
    this.#announced = { key, dismiss };
  }
}

/** The message says so as well, where it stands; whoever sent it may be elsewhere by now (spec §8). */
function tellOfRefusal({ lane }: OutboxRow, detail: string): void {
  const { sendFailed, globalSendFailed } = say();
  const title = lane === 'global' ? globalSendFailed : sendFailed;
  toast({ title, description: translated(detail), tone: 'danger' });
}

function reportFailure(error: unknown): void {
  if (noteIfFull(error)) return;
  console.error('Messages on this device', error);
}
