import type { ChangeFrame, Changes, ClientFrame, ServerFrame, ToldMessage } from '@pmcw/contracts';
import { type Applied, changeOf } from '../offline/apply.ts';
import type { MemberDatabase } from '../offline/database.ts';
import { enterLog, forgetLog } from '../offline/forget.ts';
import { type Order, orderOf } from '../offline/keys.ts';
import { moveCursor } from '../offline/step.ts';
import type { Writer } from '../offline/writer.ts';

interface SyncOptions {
  readonly db: MemberDatabase;
  readonly writer: Writer;
  readonly send: (frame: ClientFrame) => void;
  /** Catches up over HTTP (`catchUp`), once at a time. */
  readonly fetchMissed: () => Promise<string | null>;
  readonly onCaughtUp: () => void;
  /** Another member wrote a message after the connection was established. */
  readonly onArrived: (message: ToldMessage) => void;
  readonly onListStale: () => void;
  /** Frames could not be stored; reconnect, because the cursor must not pass them. */
  readonly onBroken: (error: unknown) => void;
}

type Authenticated = Extract<ServerFrame, { type: 'authenticated' }>;
type News = ChangeFrame | Extract<ServerFrame, { type: 'ack' }>;

/** Frames waiting to be written; a slower device reconnects and catches up in pages. */
const backlogMax = 2_000;

/**
 * Writes what one connection delivers, in order. The cursor is the position up to which nothing is missing. It moves
 * - at a browser's first sign-in, to the end of the log; older messages are fetched on demand;
 * - with `resumed`, and then with every pushed change, in the transaction that writes it;
 * - with a page of changes fetched after the cursor.
 * It does not move with changes pushed before `resumed`, nor with an acknowledgement, which overtakes them. It never
 * moves back: a server whose log is shorter, or of another incarnation, has another log, and the device restarts with
 * that (`forgetLog`, `enterLog`).
 */
export class Sync {
  readonly #options: SyncOptions;
  #backlog: ServerFrame[] = [];
  #isWriting = false;
  /** The greeting had the cursor, and the server replays without another request. */
  #isResuming = false;
  #isLive = false;
  /** The end of the log at connection; later changes are new even before `resumed`. */
  #stood: Order | null = null;
  /** Of all positions on this connection; undefined with an older server. */
  #incarnation: string | undefined;
  #isOver = false;

  constructor(options: SyncOptions) {
    this.#options = options;
  }

  /** With `after`, the server omits what the device has. */
  async greeting(): Promise<ClientFrame> {
    const { db } = this.#options;
    const cursor = await db.sync.get('cursor');
    this.#isResuming = cursor?.incarnation !== undefined;
    const from = this.#isResuming ? { after: cursor?.position, incarnation: cursor?.incarnation } : {};
    return { type: 'authenticate', userId: db.owner.id, ...from };
  }

  receive(frame: ServerFrame): void {
    if (this.#isOver) return;
    this.#backlog.push(frame);
    if (this.#backlog.length > backlogMax)
      this.#broke(new Error('Frames arrive faster than this device can store them'));
    else if (!this.#isWriting) this.#write().catch((error: unknown) => this.#broke(error));
  }

  /** Unwritten frames will be sent again. */
  end(): void {
    this.#isOver = true;
    this.#backlog = [];
  }

  async #write(): Promise<void> {
    this.#isWriting = true;
    while (this.#backlog.length > 0 && !this.#isOver) {
      const news = this.#takeNews();
      const other = news.length === 0 ? this.#backlog.shift() : undefined;
      if (other === undefined) await this.#applyNews(news);
      else await this.#handle(other);
    }
    this.#isWriting = false;
  }

  /** Takes the changes and acknowledgements at the head: each write takes as long as one of them all. */
  #takeNews(): News[] {
    const end = this.#backlog.findIndex((frame) => !isNews(frame));
    return this.#backlog.splice(0, end === -1 ? this.#backlog.length : end).filter(isNews);
  }

  async #applyNews(news: readonly News[]): Promise<void> {
    const { db, writer, onArrived } = this.#options;
    const pushed = news.filter(isChange);
    const reached = this.#isLive ? (pushed.at(-1)?.position ?? null) : null;
    const changes = news.map((one) => (one.type === 'ack' ? changeOf(one.message) : one));
    this.#noted(await writer.apply(changes, reached, this.#incarnation));
    for (const change of pushed) {
      if (!this.#isNew(change)) continue;
      const isMessage = change.type === 'new_message' || change.type === 'new_global_message';
      if (isMessage && change.message.senderId !== db.owner.id) onArrived(change.message);
    }
  }

  #isNew({ position }: ChangeFrame): boolean {
    return this.#isLive || (this.#stood !== null && orderOf(position) > this.#stood);
  }

  async #handle(frame: ServerFrame): Promise<void> {
    const { db, onCaughtUp } = this.#options;
    switch (frame.type) {
      case 'authenticated':
        return this.#authenticated(frame);
      case 'resumed':
        await moveCursor(db, frame.position, this.#incarnation);
        if (this.#isOver) return;
        this.#isLive = true;
        return onCaughtUp();
      case 'resync':
        if (await isBehind(db, frame.position)) return this.#startOver(frame.position);
        // Pushed changes are still written in the meantime.
        this.#fetchMissed().catch((error: unknown) => this.#broke(error));
        return;
      default:
        return;
    }
  }

  async #authenticated({ position, incarnation, lostFrom }: Authenticated): Promise<void> {
    const { db, send } = this.#options;
    this.#stood = orderOf(position);
    this.#incarnation = incarnation;
    const known = await db.sync.get('cursor');
    const isOther = known !== undefined && incarnation !== undefined && known.incarnation !== incarnation;
    if (isOther) return this.#startOver(position, lostFrom);
    if (known !== undefined && this.#isResuming) return;
    if (known === undefined) await moveCursor(db, position, incarnation);
    send({ type: 'resume', after: known?.position ?? position });
  }

  /** Restarts as at a first sign-in, from the end of the log. */
  async #startOver(position: string, lostFrom?: string): Promise<void> {
    const { db, send, onListStale } = this.#options;
    const incarnation = this.#incarnation;
    if (incarnation === undefined) {
      await forgetLog(db);
      await moveCursor(db, position);
    } else await enterLog(db, { position, incarnation, lostFrom });
    onListStale();
    send({ type: 'resume', after: position });
  }

  async #fetchMissed(): Promise<void> {
    const { fetchMissed, send } = this.#options;
    const reached = await fetchMissed();
    if (!this.#isOver && reached !== null) send({ type: 'resume', after: reached });
  }

  #noted({ listIsStale }: Applied): void {
    if (listIsStale) this.#options.onListStale();
  }

  #broke(error: unknown): void {
    if (this.#isOver) return;
    this.end();
    this.#options.onBroken(error);
  }
}

export type FetchChanges = (after: string, incarnation: string) => Promise<Changes>;

/** Sent by devices whose cursor has none; it differs from all that a log has. */
const noIncarnation = 'none';

/**
 * Fetches and applies changes after the cursor, page by page. Each page moves the cursor, so that an interruption costs
 * one page at most.
 * @returns the position reached; null without a cursor
 */
export async function catchUp(
  db: MemberDatabase,
  writer: Writer,
  fetchChanges: FetchChanges,
  onApplied: (applied: Applied) => void,
): Promise<string | null> {
  const cursor = await db.sync.get('cursor');
  if (cursor === undefined) return null;
  let { position: after, incarnation } = cursor;
  for (;;) {
    const page = await fetchChanges(after, incarnation ?? noIncarnation);
    if (page.incarnation !== undefined && page.incarnation !== incarnation) {
      // Without an own incarnation, this device can't have lost anything that it knows of.
      const lostFrom = incarnation === undefined ? undefined : page.lostFrom;
      ({ incarnation } = page);
      await enterLog(db, { position: '0', incarnation: page.incarnation, lostFrom });
    } else if (orderOf(page.position) < orderOf(after)) {
      // The log ends before the cursor: this is another log.
      await forgetLog(db);
    }
    onApplied(await writer.apply(page.changes, page.position, page.incarnation));
    if (!page.more) return page.position;
    if (page.position === after) throw new Error('A page of changes did not advance the position');
    after = page.position;
  }
}

async function isBehind(db: MemberDatabase, position: string): Promise<boolean> {
  const cursor = await db.sync.get('cursor');
  return cursor !== undefined && orderOf(position) < orderOf(cursor.position);
}

/** A record, so that a new type fails to compile until it is listed. */
const changeTypes: Readonly<Record<ChangeFrame['type'], true>> = {
  new_message: true,
  new_global_message: true,
  message_deleted: true,
  message_restored: true,
  messages_read: true,
  contact_changed: true,
  conversation_changed: true,
  member_deleted: true,
};

const isNews = (frame: ServerFrame): frame is News => frame.type === 'ack' || isChange(frame);

const isChange = (frame: ServerFrame): frame is ChangeFrame => Object.hasOwn(changeTypes, frame.type);
