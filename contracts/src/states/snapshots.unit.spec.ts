import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type EventOf, eventsOf } from '../../test/madeEvents.ts';
import { inboxNotificationEvents } from '../events/notifications.ts';
import { eventTypes, type ProductEvent, userEvents } from '../events/registry.ts';
import type { SnapshotFold } from './fold.ts';
import { inboxFold, notificationInboxFold } from './inbox.ts';
import { userFold } from './user.ts';

const { ConversationRead, GlobalChatRead } = eventTypes;
const { ConversationMuted, ConversationUnmuted, ConversationMarkedUnread, UnreadMarkRemoved } = eventTypes;
const inboxEvents = {
  ...{ ConversationRead, GlobalChatRead },
  ...{ ConversationMuted, ConversationUnmuted, ConversationMarkedUnread, UnreadMarkRemoved },
};

/** Checks a fold with stored states; the digest is that of its state after a long generated history. */
function describeFold<State, E extends ProductEvent>(
  fold: SnapshotFold<State, E>,
  types: Record<string, { readonly schema: z.ZodType }>,
  digest: string,
): void {
  const after = (state: State, events: readonly EventOf[]) =>
    events.reduce((before, event) => (fold.owns(event) ? fold.evolve(before, event) : before), state);
  const written = (state: State): unknown =>
    JSON.parse(JSON.stringify(z.encode(fold.snapshot.schema, state)));

  describe(fold.snapshot.name, () => {
    it('continues from a stored state as from the first event, at any cut', () => {
      const history = fc.tuple(fc.array(fc.nat(), { maxLength: 80 }), fc.nat({ max: 80 }));
      fc.assert(
        fc.property(history, ([seeds, cut]) => {
          const events = eventsOf(types, seeds);
          const whole = after(fold.initialState, events);
          const stored = written(after(fold.initialState, events.slice(0, cut)));
          const resumed = after(z.decode(fold.snapshot.schema, stored), events.slice(cut));
          expect(written(resumed)).toEqual(written(whole));
        }),
      );
    });

    // If this fails, the fold gives another state: give it another name, and put the received digest here.
    it('gives the same state as before under this name', () => {
      const events = eventsOf(
        types,
        Array.from({ length: 400 }, (_, n) => (n * 7_919) % 10_007),
      );
      const states = events.map((_, n) => written(after(fold.initialState, events.slice(0, n + 1))));
      expect(createHash('sha256').update(JSON.stringify(states)).digest('hex').slice(0, 16)).toBe(digest);
    });
  });
}

describeFold(userFold, userEvents, '4f094c24c0998f08');
describeFold(inboxFold, inboxEvents, '178b4c429d4bdfd9');
describeFold(notificationInboxFold, inboxNotificationEvents, '86fe134c85b65916');
