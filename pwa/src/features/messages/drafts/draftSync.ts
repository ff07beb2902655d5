import {
  isVisible,
  type ListedDraft,
  limits,
  type MemberCard,
  type PutDraftBody,
  type SyncedDraft,
} from '@pmcw/contracts';
import { singleFlight } from '@pmcw/resilience';
import { liveQuery } from 'dexie';
import { v7 as uuidv7 } from 'uuid';
import { applyConversations } from '../../../device/offline/apply.ts';
import type { Clock } from '../../../device/offline/clock.ts';
import type { DraftBase, MemberDatabase } from '../../../device/offline/database.ts';
import { isPeerDeleted } from '../../../device/offline/deletedMembers.ts';
import { type ConversationKey, conversationKey, peerOf } from '../../../device/offline/keys.ts';
import type { Locks } from '../../../device/offline/outbox/lock.ts';
import { discardRecording } from '../../../device/offline/recordings.ts';
import { Spread } from '../../../device/realtime/spread.ts';
import { type DraftTexts, isSameDraft, mergeDrafts, noDraft } from './mergeDrafts.ts';

export type PutOutcome =
  | { readonly kind: 'taken'; readonly draft: SyncedDraft }
  | { readonly kind: 'changed' }
  /** The recipient is gone, or the draft is one that the server does not store. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'passing'; readonly retryAfterMs: number | null };

interface DraftSyncOptions {
  readonly db: MemberDatabase;
  readonly clock: Clock;
  readonly locks: Locks;
  readonly fetchDrafts: () => Promise<readonly ListedDraft[]>;
  readonly putDraft: (conversation: string, body: PutDraftBody) => Promise<PutOutcome>;
  readonly isWriting: (key: ConversationKey) => boolean;
  readonly onError: (error: unknown) => void;
}

/** Pause in typing before a put. */
const restMs = 1_000;
const triesMax = 5;

/** Synchronizes a member's drafts across devices (`mergeDrafts`). The next change or `pull` retries what failed. */
export class DraftSync {
  readonly #options: DraftSyncOptions;
  #watching: { unsubscribe(): void } | null = null;
  #cancelPush: (() => void) | null = null;
  #pushing: Promise<void> | null = null;
  #isOver = false;
  #wasConnected = false;
  readonly #spread: Spread;
  /** Fetches all drafts, because frames may have been missed, then puts local changes. */
  readonly pull = singleFlight(() => this.#pull());

  constructor(options: DraftSyncOptions) {
    this.#options = options;
    // The next connection retries.
    this.#spread = new Spread(options.clock, () => void this.pull().catch(() => undefined));
  }

  start(): void {
    const { db, onError } = this.#options;
    this.#watching = liveQuery(async () => changedDrafts(db)).subscribe({
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
    this.#spread.cancel();
  }

  /** Pulls: at once at the start, later after a random wait, because a restarted server gets all clients back. */
  connected(): void {
    if (this.#wasConnected) this.#spread.soon();
    else this.pull().catch(() => undefined);
    this.#wasConnected = true;
  }

  async #pull(): Promise<void> {
    const { db, fetchDrafts } = this.#options;
    const drafts = await fetchDrafts();
    if (this.#isOver) return;
    await forgetLost(db, drafts);
    for (const draft of drafts) await this.#apply(draft);
    this.#pushAfter(0);
  }

  /** Applies a draft of another device, and fetches its recipient if this device does not know them. */
  async receive(draft: SyncedDraft): Promise<void> {
    await this.#apply(draft);
    if (!hasText(draft) || this.#isOver) return;
    if (!(await isPeerKnown(this.#options.db, keyOf(draft.conversation)))) await this.pull();
  }

  async #apply({ member = null, ...draft }: ListedDraft): Promise<void> {
    const { db, isWriting } = this.#options;
    if (this.#isOver) return;
    if (member !== null && hasText(draft)) await listConversation(db, keyOf(draft.conversation), member);
    await applyDraft(db, draft, isWriting(keyOf(draft.conversation)));
  }

  /** Resolves when all differing drafts are put or can't be for now. */
  push(): Promise<void> {
    this.#pushing ??= this.#putAll().finally(() => {
      this.#pushing = null;
    });
    return this.#pushing;
  }

  /**
   * Empties drafts, here and on the server.
   * @param signal stops waiting for the server
   */
  async discard(keys: readonly ConversationKey[], signal: AbortSignal): Promise<void> {
    await emptyDrafts(this.#options.db, keys);
    // A put under way carries the earlier text.
    const pushed = Promise.resolve(this.#pushing)
      .catch(() => undefined)
      .then(() => this.push());
    await Promise.race([pushed, aborted(signal)]);
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

  /** One tab at a time, because all tabs see the same drafts. */
  async #putAll(): Promise<void> {
    const { db, locks } = this.#options;
    await locks.request(`drafts-of-${db.name}`, {}, async () => {
      for (const key of await changedDrafts(db)) if (!this.#isOver) await this.#put(key);
    });
  }

  async #put(key: ConversationKey): Promise<void> {
    const { db, putDraft } = this.#options;
    if (await isPeerDeleted(db, key)) return;
    for (let tries = 0; tries < triesMax && !this.#isOver; tries += 1) {
      const { texts, base } = await stateOf(db, key);
      if (isSameDraft(texts, base) || !isSyncable(texts)) return;
      const body = { text: texts.text, aside: [...texts.aside], basedOn: base.revision };
      const outcome = await putDraft(conversationOf(key), body);
      if (this.#isOver) return;
      if (outcome.kind === 'changed') {
        await this.#receiveAll();
        continue;
      }
      if (outcome.kind === 'taken') {
        await keepBase(db, key, outcome.draft);
        if (hasText(texts) && !(await isPeerKnown(db, key))) await this.#receiveAll();
      }
      if (outcome.kind === 'refused') await keepBase(db, key, { ...texts, revision: base.revision });
      if (outcome.kind === 'passing' && outcome.retryAfterMs !== null) this.#pushAfter(outcome.retryAfterMs);
      return;
    }
  }

  async #receiveAll(): Promise<void> {
    for (const draft of await this.#options.fetchDrafts()) await this.#apply(draft);
  }
}

const hasText = ({ text, aside }: DraftTexts): boolean => [text, ...aside].some(isVisible);

/** Otherwise the list of drafts has the name. */
async function isPeerKnown(db: MemberDatabase, key: ConversationKey): Promise<boolean> {
  const peer = peerOf(key);
  return peer === null || (await db.members.get(peer)) !== undefined;
}

/** Lists the conversation of a draft to someone without messages so far. */
async function listConversation(db: MemberDatabase, key: ConversationKey, member: MemberCard): Promise<void> {
  const userId = peerOf(key);
  if (userId === null || (await db.conversations.get(key))?.member != null) return;
  const conversation = { userId, ...member, unreadCount: 0, lastMessage: null, readUpTo: '0' };
  await applyConversations(db, [conversation]);
}

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
    for (const table of [db.drafts, db.draftAsides]) await table.bulkDelete([...keys]);
    for (const key of keys) await discardRecording(db, key);
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

async function changedDrafts(db: MemberDatabase): Promise<readonly ConversationKey[]> {
  const [drafts, asides, bases] = await Promise.all([
    db.drafts.toCollection().primaryKeys(),
    db.draftAsides.toCollection().primaryKeys(),
    db.draftBases.toCollection().primaryKeys(),
  ]);
  const keys = [...new Set([...drafts, ...asides, ...bases])];
  const states = await Promise.all(keys.map((key) => stateOf(db, key)));
  return keys.filter((_, i) => {
    const state = states[i];
    return state !== undefined && isSyncable(state.texts) && !isSameDraft(state.texts, state.base);
  });
}

/** Longer drafts stay on this device. */
const isSyncable = ({ text, aside }: DraftTexts): boolean =>
  [text, ...aside].every((each) => each.length <= limits.draftMax && !each.includes('\0'));

function applyDraft(db: MemberDatabase, theirs: SyncedDraft, isWriting: boolean): Promise<void> {
  const key = keyOf(theirs.conversation);
  return db.transaction('rw', [db.drafts, db.draftAsides, db.draftBases], async () => {
    const { texts, base } = await stateOf(db, key);
    if (theirs.revision <= base.revision) return;
    const merged = mergeDrafts(base, texts, theirs, isWriting);
    if (merged.text !== texts.text) {
      // The id belongs to the message that may be sent elsewhere.
      if (merged.text === '') await db.drafts.delete(key);
      else await db.drafts.put({ conversation: key, id: uuidv7(), text: merged.text });
    }
    await setAsides(db, key, merged.aside);
    await db.draftBases.put(baseOf(key, theirs));
  });
}

async function keepBase(
  db: MemberDatabase,
  key: ConversationKey,
  draft: Omit<DraftBase, 'conversation'>,
): Promise<void> {
  await db.transaction('rw', db.draftBases, async () => {
    const known = await db.draftBases.get(key);
    // A frame may have delivered a later revision.
    if (known === undefined || known.revision <= draft.revision) await db.draftBases.put(baseOf(key, draft));
  });
}

/** Forgets agreed drafts that the server lost, or has in an older revision, after a restore or to make room. */
function forgetLost(db: MemberDatabase, drafts: readonly SyncedDraft[]): Promise<void> {
  const revisions = new Map(drafts.map(({ conversation, revision }) => [keyOf(conversation), revision]));
  return db.transaction('rw', db.draftBases, async () => {
    const lost = await db.draftBases
      .filter(({ conversation, revision }) => (revisions.get(conversation) ?? 0) < revision)
      .primaryKeys();
    await db.draftBases.bulkDelete(lost);
  });
}

export async function setAsides(
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

const conversationOf = (key: ConversationKey): string => String(peerOf(key) ?? key);

const keyOf = (conversation: string): ConversationKey =>
  conversationKey(conversation === 'global' ? null : Number(conversation));
