import { limits, type PutDraftBody, type SyncedDraft } from '@pmcw/contracts';
import { liveQuery } from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../../../device/offline/clock.ts';
import type { DraftBase, MemberDatabase } from '../../../device/offline/database.ts';
import { type ConversationKey, conversationKey, peerOf } from '../../../device/offline/keys.ts';
import type { Locks } from '../../../device/offline/outbox/lock.ts';
import { type DraftTexts, isSameDraft, mergeDrafts, noDraft } from './mergeDrafts.ts';

/** How the server took a draft. */
export type PutOutcome =
  | { readonly kind: 'taken'; readonly draft: SyncedDraft }
  /** Another device was sooner. */
  | { readonly kind: 'changed' }
  /** There is nobody to write to any more, or it is not one that the server keeps. */
  | { readonly kind: 'refused' }
  /** No answer, or not now. */
  | { readonly kind: 'passing'; readonly retryAfterMs: number | null };

/** What drafts need of the world. */
export interface DraftSyncOptions {
  readonly db: MemberDatabase;
  readonly clock: Clock;
  readonly locks: Locks;
  /** `GET /api/drafts`. */
  readonly fetchDrafts: () => Promise<readonly SyncedDraft[]>;
  /** `PUT /api/drafts/{conversation}`; never throws for what a network or server does. */
  readonly putDraft: (conversation: string, body: PutDraftBody) => Promise<PutOutcome>;
  /** Whether somebody is writing in a conversation's composer now. */
  readonly isWriting: (key: ConversationKey) => boolean;
  readonly onError: (error: unknown) => void;
}

/** How long writing must rest before other devices hear of it, in milliseconds. */
const restMs = 1_000;
/** So often at most a draft is merged and put again before the rest of it waits for the next change. */
const triesMax = 5;

/**
 * Keeps a member's drafts the same on their devices: takes in what others wrote, by the rule of `mergeDrafts`, and puts
 * what differs here from what the server has. What goes wrong is made good at the next change, or once `pull` is called.
 */
export class DraftSync {
  readonly #options: DraftSyncOptions;
  #watching: { unsubscribe(): void } | null = null;
  #cancelPush: (() => void) | null = null;
  #pushing: Promise<void> | null = null;
  #isOver = false;

  constructor(options: DraftSyncOptions) {
    this.#options = options;
  }

  /** Begins to watch what is written here. */
  start(): void {
    const { db, onError } = this.#options;
    this.#watching = liveQuery(() => differing(db)).subscribe({
      next: (keys) => {
        if (keys.length > 0) this.#pushAfter(restMs);
      },
      error: onError,
    });
  }

  stop(): void {
    this.#isOver = true;
    this.#watching?.unsubscribe();
    this.#cancelPush?.();
  }

  /** Asks for everything, after a time in which something may have been missed, and puts what is news to the server. */
  async pull(): Promise<void> {
    const { db, fetchDrafts } = this.#options;
    const drafts = await fetchDrafts();
    if (this.#isOver) return;
    await forgetLost(db, drafts);
    for (const draft of drafts) await this.receive(draft);
    this.#pushAfter(0);
  }

  /** Takes in a draft as the server has it. */
  receive(draft: SyncedDraft): Promise<void> {
    const key = keyOf(draft.conversation);
    return this.#isOver ? Promise.resolve() : takeIn(this.#options.db, draft, this.#options.isWriting(key));
  }

  /** Puts what differs, once; resolves when that is done or can't be done now. */
  push(): Promise<void> {
    this.#pushing ??= this.#putAll().finally(() => {
      this.#pushing = null;
    });
    return this.#pushing;
  }

  /**
   * Empties drafts, here and on the server, where an earlier text of them may be.
   * @param signal gives up waiting for the server
   */
  async discard(keys: readonly ConversationKey[], signal: AbortSignal): Promise<void> {
    await emptyDrafts(this.#options.db, keys);
    // What is being put already is what stood there before.
    const told = Promise.resolve(this.#pushing)
      .catch(() => undefined)
      .then(() => this.push());
    await Promise.race([told, aborted(signal)]);
  }

  #pushAfter(ms: number): void {
    if (this.#isOver) return;
    this.#cancelPush?.();
    this.#cancelPush = this.#options.clock.after(ms, () => {
      this.push().catch((error: unknown) => {
        if (!this.#isOver) this.#options.onError(error);
      });
    });
  }

  /** One tab at a time: all of them see the same drafts. */
  async #putAll(): Promise<void> {
    const { db, locks } = this.#options;
    await locks.request(`drafts-of-${db.name}`, {}, async () => {
      for (const key of await differing(db)) if (!this.#isOver) await this.#put(key);
    });
  }

  async #put(key: ConversationKey): Promise<void> {
    const { db, putDraft } = this.#options;
    for (let tries = 0; tries < triesMax && !this.#isOver; tries += 1) {
      const { texts, base } = await stateOf(db, key);
      if (isSameDraft(texts, base) || !mayGo(texts)) return;
      const body = { text: texts.text, aside: [...texts.aside], basedOn: base.revision };
      const outcome = await putDraft(conversationOf(key), body);
      if (this.#isOver) return;
      if (outcome.kind === 'changed') {
        await this.#takeInAll();
        continue;
      }
      if (outcome.kind === 'taken') await keepBase(db, key, outcome.draft);
      if (outcome.kind === 'refused') await keepBase(db, key, { ...texts, revision: base.revision });
      if (outcome.kind === 'passing' && outcome.retryAfterMs !== null) this.#pushAfter(outcome.retryAfterMs);
      return;
    }
  }

  async #takeInAll(): Promise<void> {
    for (const draft of await this.#options.fetchDrafts()) await this.receive(draft);
  }
}

/** What is begun in a conversation on this device. To be called inside a transaction, or on its own. */
async function stateOf(
  db: MemberDatabase,
  key: ConversationKey,
): Promise<{ readonly texts: DraftTexts; readonly base: DraftTexts & { readonly revision: number } }> {
  const draft = await db.drafts.get(key);
  const aside = await db.draftAsides.get(key);
  const base = await db.draftBases.get(key);
  return {
    texts: { text: draft?.text ?? '', aside: aside?.texts ?? [] },
    base: base ?? { ...noDraft, revision: 0 },
  };
}

function emptyDrafts(db: MemberDatabase, keys: readonly ConversationKey[]): Promise<void> {
  return db.transaction('rw', [db.drafts, db.draftAsides, db.recordings], async () => {
    for (const table of [db.drafts, db.draftAsides, db.recordings]) await table.bulkDelete([...keys]);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The conversations whose draft is not what the server has. */
async function differing(db: MemberDatabase): Promise<readonly ConversationKey[]> {
  const [drafts, asides, bases] = await Promise.all([
    db.drafts.toCollection().primaryKeys(),
    db.draftAsides.toCollection().primaryKeys(),
    db.draftBases.toCollection().primaryKeys(),
  ]);
  const keys = [...new Set([...drafts, ...asides, ...bases])];
  const states = await Promise.all(keys.map((key) => stateOf(db, key)));
  return keys.filter((_, i) => {
    const state = states[i];
    return state !== undefined && mayGo(state.texts) && !isSameDraft(state.texts, state.base);
  });
}

/** Longer ones stay here; there is no message that long either. */
const mayGo = ({ text, aside }: DraftTexts): boolean =>
  [text, ...aside].every((each) => each.length <= limits.draftMax && !each.includes('\0'));

/** Merges a draft of the server's in; one that is known already changes nothing. */
function takeIn(db: MemberDatabase, theirs: SyncedDraft, isWriting: boolean): Promise<void> {
  const key = keyOf(theirs.conversation);
  return db.transaction('rw', [db.drafts, db.draftAsides, db.draftBases], async () => {
    const { texts, base } = await stateOf(db, key);
    if (theirs.revision <= base.revision) return;
    const merged = mergeDrafts(base, texts, theirs, isWriting);
    if (merged.text !== texts.text) {
      // Another id: by that a composer that is open knows that it is not its own writing that comes back.
      if (merged.text === '') await db.drafts.delete(key);
      else await db.drafts.put({ conversation: key, id: uuidv7(), text: merged.text });
    }
    await putAside(db, key, merged.aside);
    await db.draftBases.put(baseOf(key, theirs));
  });
}

/** The server has it now; what was written meanwhile goes there next. */
async function keepBase(
  db: MemberDatabase,
  key: ConversationKey,
  draft: Omit<DraftBase, 'conversation'>,
): Promise<void> {
  await db.transaction('rw', db.draftBases, async () => {
    const known = await db.draftBases.get(key);
    // A frame may have told of a later one.
    if (known === undefined || known.revision <= draft.revision) await db.draftBases.put(baseOf(key, draft));
  });
}

/**
 * What the server does not have any more, or has from before: it was restored from a backup, or made room for others.
 * Nothing is agreed on then.
 */
function forgetLost(db: MemberDatabase, drafts: readonly SyncedDraft[]): Promise<void> {
  const revisions = new Map(drafts.map(({ conversation, revision }) => [keyOf(conversation), revision]));
  return db.transaction('rw', db.draftBases, async () => {
    const lost = await db.draftBases
      .filter(({ conversation, revision }) => (revisions.get(conversation) ?? 0) < revision)
      .primaryKeys();
    await db.draftBases.bulkDelete(lost);
  });
}

/** Writes what is offered beside a draft. */
export async function putAside(
  db: MemberDatabase,
  key: ConversationKey,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) await db.draftAsides.delete(key);
  else await db.draftAsides.put({ conversation: key, texts: [...texts] });
}

const baseOf = (
  conversation: ConversationKey,
  { text, aside, revision }: Omit<DraftBase, 'conversation'>,
): DraftBase => ({ conversation, text, aside: [...aside], revision });

/** A conversation as paths name it: the other member's id. */
const conversationOf = (key: ConversationKey): string => String(peerOf(key) ?? key);

const keyOf = (conversation: string): ConversationKey =>
  conversationKey(conversation === 'global' ? null : Number(conversation));
