import { type Message, texts } from '@pmcw/contracts';
import { rememberedUser } from '../accounts/rememberedUser.ts';
import {
  type Applied,
  applyConversations,
  applyDeletion,
  applyGlobalCount,
  applyThreadPage,
} from '../offline/apply.ts';
import { systemClock } from '../offline/clock.ts';
import { MemberDatabase, type OutboxRow, type Owner } from '../offline/database.ts';
import { type ConversationKey, conversationKey, type Order } from '../offline/keys.ts';
import { browserLocks } from '../offline/outbox/lock.ts';
import type { SendOutcome } from '../offline/outbox/outcome.ts';
import { enqueue, wake } from '../offline/outbox/queue.ts';
import { OutboxWorker } from '../offline/outbox/worker.ts';
import { Acknowledgements } from '../realtime/acknowledgements.ts';
import { type ConnectionStatus, RealtimeConnection } from '../realtime/connection.ts';
import { openBrowserSocket } from '../realtime/socket.ts';
import { catchUp, Sync } from '../realtime/sync.ts';
import { toast } from '../ui/toasts.ts';
import * as api from './api.ts';
import { ReadMarks } from './readMarks.ts';
import { createStore } from './store.ts';

const say = texts.messages.toasts;

/** Whose messenger it is, and how the session is asked about again when the server no longer knows it. */
export interface MessengerOptions {
  readonly owner: Owner;
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
  readonly #acknowledgements = new Acknowledgements(systemClock);
  readonly #outbox: OutboxWorker;
  readonly #readMarks: ReadMarks;
  readonly #listening = new AbortController();
  #sync: Sync;
  /** The conversation on screen: its messages need no toast. */
  #openView: ConversationKey | null = null;
  #listRefresh: Promise<void> | null = null;
  #isListFetched = false;
  #isConnectAsked = false;
  /** The last message that a toast told of. */
  #announced: { readonly key: ConversationKey; readonly dismiss: () => void } | null = null;

  constructor(options: MessengerOptions) {
    this.#options = options;
    this.db = new MemberDatabase(options.owner);
    this.#readMarks = new ReadMarks(this.db);
    this.#sync = this.#newSync();
    this.#connection = new RealtimeConnection({
      open: openBrowserSocket,
      greeting: () => this.#sync.greeting(),
      clock: systemClock,
      onFrame: (frame) => {
        this.#acknowledgements.note(frame);
        this.#sync.receive(frame);
      },
      onStatus: (status) => this.#becomes(status),
      onExhausted: () => toast({ ...say.connectionLost, durationMs: 6000 }),
      onSignedOut: () => this.#checkSession(),
    });
    this.#outbox = new OutboxWorker({
      db: this.db,
      send: (row) => this.#send(row),
      clock: systemClock,
      locks: browserLocks(),
      onSignInNeeded: () => this.#checkSession(),
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
    this.#comesIntoView();
    this.#connection.connect();
  }

  /** Stops both; what is not sent stays on the device for its owner's next visit. */
  stop(): void {
    this.#listening.abort();
    this.#outbox.stop();
    this.#connection.stop();
  }

  /** Connects at once, on the person's wish, and tells how it went. */
  connect(): void {
    this.#isConnectAsked = true;
    toast({ title: say.reconnecting });
    this.#connection.connect();
  }

  /** A conversation comes on screen, or none. */
  show(key: ConversationKey | null): void {
    this.#openView = key;
    if (key !== null && this.#announced?.key === key) this.#announced.dismiss();
  }

  /** Sends the text of a composer. See `enqueue`. */
  send(conversation: ConversationKey, id: string, text: string): Promise<string> {
    return enqueue(this.db, { conversation, id, text: text.trim() }, systemClock.now());
  }

  /** The owner has seen a conversation up to here. */
  markRead(key: ConversationKey, upTo: Order): Promise<void> {
    return this.#readMarks.mark(key, upTo);
  }

  /** Deletes an own message for everyone. @throws ApiError, NetworkError */
  async deleteMessage(id: string): Promise<void> {
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
  fetchNewest(key: ConversationKey): Promise<void> {
    return this.#fetchPage(key, null);
  }

  /** Fetches the messages before those of a page. Throws as `refreshList`. */
  fetchOlder(key: ConversationKey, before: string): Promise<void> {
    return this.#fetchPage(key, before);
  }

  /** Finds the conversation with a member by name; what the device knows, it need not ask. Throws as `refreshList`. */
  async findConversation(username: string): Promise<ConversationKey> {
    const name = username.toLowerCase();
    const known = await this.db.members.filter((member) => member.username.toLowerCase() === name).first();
    const key = known === undefined ? null : conversationKey(known.id);
    if (key !== null && (await this.db.conversations.get(key)) !== undefined) return key;
    const conversation = await api.findConversation(username);
    await applyConversations(this.db, [conversation]);
    return conversationKey(conversation.userId);
  }

  async #fetchPage(key: ConversationKey, before: string | null): Promise<void> {
    const page = await api.fetchThreadPage(key, before, await this.#cursor());
    this.#noted(await applyThreadPage(this.db, key, page));
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

  async #send(row: OutboxRow): Promise<SendOutcome> {
    // Another member has signed in, in another tab, and this tab has not heard of it yet.
    if (rememberedUser()?.id !== this.db.owner.id) return { kind: 'passing', waitingFor: 'sign-in' };
    return (await this.#sendOverSocket(row)) ?? api.postMessage(row, this.db.owner.id);
  }

  #sendOverSocket({ id, lane, content }: OutboxRow): Promise<SendOutcome | null> | null {
    if (this.status.get() !== 'connected') return null;
    const acknowledged = this.#acknowledgements.of(id);
    const isGlobal = lane === 'global';
    const receiverId = isGlobal ? null : Number(lane.slice('member:'.length));
    this.#connection.send({ type: 'message', id, receiverId, isGlobal, content, messageType: 'text' });
    return acknowledged;
  }

  #newSync(): Sync {
    return new Sync({
      db: this.db,
      clock: systemClock,
      send: (frame) => this.#connection.send(frame),
      fetchChanges: api.fetchChanges,
      onCaughtUp: () => this.#caughtUp(),
      onArrived: (message) => this.#announce(message),
      onListStale: () => this.#noted({ listIsStale: true }),
      onBroken: (error) => {
        reportFailure(error);
        this.#connection.drop();
      },
    });
  }

  #becomes(status: ConnectionStatus): void {
    this.status.set(status);
    if (status === 'connecting') this.#sync = this.#newSync();
    if (status === 'connected' && this.#isConnectAsked) toast({ title: say.connected, tone: 'success' });
    if (status === 'disconnected') {
      this.#sync.end();
      this.#acknowledgements.giveUp();
      if (this.#isConnectAsked) toast({ ...say.connectionFailed, tone: 'danger' });
      this.#catchUpWithoutSocket();
    }
    if (status !== 'connecting') this.#isConnectAsked = false;
  }

  #caughtUp(): void {
    wake(this.db, 'network', 'server', 'sign-in').catch(reportFailure);
    this.#readMarks.tell().catch(reportFailure);
    if (!this.#isListFetched) this.#noted({ listIsStale: true });
  }

  /** Where sockets don't get through, messages still come: late, at each attempt to connect. */
  #catchUpWithoutSocket(): void {
    if (this.#listening.signal.aborted) return;
    catchUp(this.db, systemClock, api.fetchChanges, (applied) => this.#noted(applied)).catch(() => undefined);
  }

  #networkIsBack(): void {
    this.#connection.connect();
    wake(this.db, 'network', 'server').catch(reportFailure);
  }

  #comesIntoView(): void {
    if (document.visibilityState !== 'visible') return;
    this.#outbox.takeOver();
    this.#connection.connect();
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

  #announce(message: Message): void {
    const key = conversationKey(message.isGlobal ? null : message.senderId);
    if (document.visibilityState !== 'visible' || this.#openView === key) return;
    const dismiss = toast({
      title: message.isGlobal ? say.newGlobalMessage : say.newMessage,
      description: `${message.sender.fullName}: ${message.content}`,
      durationMs: 5000,
    });
    this.#announced = { key, dismiss };
  }
}

function reportFailure(error: unknown): void {
  console.error('Messages on this device', error);
}
