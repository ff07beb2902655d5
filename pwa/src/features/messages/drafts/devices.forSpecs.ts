import type { MemberCard, PutDraftBody, SyncedDraft } from '@pmcw/contracts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { ManualClock, newDatabase, SharedLock } from '../../../device/offline/forSpecs.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { DraftSync, type PutOutcome } from './draftSync.ts';

export const key: ConversationKey = 'member:2';

/** A stub of the command service and the vault. */
export class Server {
  readonly drafts = new Map<string, SyncedDraft>();
  readonly members = new Map<string, MemberCard>();
  readonly devices: DraftSync[] = [];
  isAway = false;

  async put(by: DraftSync, conversation: string, { basedOn, ...texts }: PutDraftBody): Promise<PutOutcome> {
    if (this.isAway) return { kind: 'passing', retryAfterMs: null };
    const known = this.drafts.get(conversation);
    if (known !== undefined && known.revision !== basedOn) return { kind: 'changed' };
    const draft = { conversation, ...texts, revision: basedOn + 1 };
    this.drafts.set(conversation, draft);
    for (const device of this.devices) if (device !== by) await device.receive(draft);
    return { kind: 'taken', draft };
  }
}

/** One of the member's devices. */
export class Device {
  readonly db: MemberDatabase = newDatabase();
  readonly clock = new ManualClock();
  readonly sync: DraftSync;
  pulls = 0;
  isWriting = false;

  constructor(server: Server) {
    this.sync = new DraftSync({
      db: this.db,
      clock: this.clock,
      locks: new SharedLock(),
      fetchDrafts: async () => {
        this.pulls += 1;
        if (server.isAway) throw new Error('away');
        return [...server.drafts.values()].map((draft) => ({
          ...draft,
          member: server.members.get(draft.conversation) ?? null,
        }));
      },
      putDraft: (conversation, body) => server.put(this.sync, conversation, body),
      isWriting: () => this.isWriting,
      onError: (error) => {
        throw error;
      },
    });
  }

  async write(text: string): Promise<void> {
    if (text === '') await this.db.drafts.delete(key);
    else await this.db.drafts.put({ conversation: key, id: `${Math.random()}`, text });
  }

  /** Pulls, then pushes, as after a disconnection. */
  async meet(): Promise<void> {
    await this.sync.pull().catch(() => undefined);
    await this.sync.push();
  }

  async texts() {
    const [draft, aside] = await Promise.all([this.db.drafts.get(key), this.db.draftAsides.get(key)]);
    return { text: draft?.text ?? '', aside: aside?.texts ?? [] };
  }
}
