import type { ChangeFrame, Changes } from '@pmcw/contracts';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemClock } from '../offline/clock.ts';
import type { MemberDatabase } from '../offline/database.ts';
import { messageAt, newDatabase, peerId } from '../offline/forSpecs.ts';
import { Writer } from '../offline/writer.ts';
import { catchUp, type FetchChanges } from './sync.ts';

interface Log {
  readonly incarnation: string;
  /** Each at its position, from 1; null for an event that concerns others. */
  readonly events: readonly (string | null)[];
}

const pageSize = 3;

/** Answers like `GET /api/messages/changes`. */
const server =
  ({ incarnation, events }: Log): FetchChanges =>
  async (given, of) => {
    const after = of === incarnation ? Number(given) : 0;
    const frames = events.flatMap((id, index): ChangeFrame[] => {
      const position = String(index + 1);
      const message = { ...messageAt(index + 1, { senderId: peerId }), id: id ?? '' };
      return id === null || index < after ? [] : [{ type: 'new_message', message, position }];
    });
    const changes = frames.slice(0, pageSize);
    const more = frames.length > pageSize;
    const position = more ? (changes.at(-1)?.position ?? '0') : String(events.length);
    return { changes, position, more, incarnation } satisfies Changes;
  };

const contents = async (db: MemberDatabase) =>
  (await db.messages.orderBy('[conversation+order]').toArray()).map(({ id, order }) => [id, order]);

async function follow(db: MemberDatabase, log: Log): Promise<void> {
  if ((await db.sync.get('cursor')) === undefined) await db.sync.put({ id: 'cursor', position: '0' });
  await catchUp(db, new Writer(db, systemClock), server(log), () => undefined);
}

const part = fc.array(fc.boolean(), { maxLength: 12 });
const named = (concerns: readonly boolean[], prefix: string) =>
  concerns.map((isOurs, n) => (isOurs ? `${prefix}-${n}` : null));

it('for any backup, cursor and later writes, the device ends as after a full read', async () => {
  await fc.assert(
    fc.asyncProperty(part, part, part, fc.boolean(), async (saved, lost, written, wasUpgraded) => {
      const before: Log = {
        incarnation: 'first',
        events: [...named(saved, 'saved'), ...named(lost, 'lost')],
      };
      const restored: Log = {
        incarnation: 'second',
        events: [...named(saved, 'saved'), null, ...named(written, 'written')],
      };
      const [device, fresh] = [newDatabase(), newDatabase()];
      await follow(device, before);
      if (wasUpgraded) await device.sync.update('cursor', { incarnation: undefined });
      await follow(device, restored);
      await follow(fresh, restored);
      expect(await contents(device)).toEqual(await contents(fresh));
      await Promise.all([device.delete(), fresh.delete()]);
    }),
    { numRuns: 25 },
  );
});
