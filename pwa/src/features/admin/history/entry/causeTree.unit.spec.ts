import type { HistoryEntry } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { causeTree, type EventNode } from './causeTree.ts';

const entry = (position: number, causationId: string, correlationId: string): HistoryEntry => ({
  ...{ position: String(position), eventId: `e${position}`, causationId, correlationId, undoes: null },
  ...{ stream: 's', revision: 0, type: 'UserVerified', actor: null, target: null },
  ...{ occurredAt: '2026-01-01T00:00:00Z', facts: {} },
});
const shape = ({ entry: { eventId }, effects }: EventNode): unknown =>
  effects.length === 0 ? eventId : [eventId, effects.map(shape)];
const shapeOf = (entries: readonly HistoryEntry[]) =>
  causeTree(entries).map(({ id, actions }) => [
    id,
    actions.map((action) => [action.id, action.events.map(shape)]),
  ]);

describe('causes and effects', () => {
  it('are requests, their commands, their events and the effects of these', () => {
    const entries = [
      entry(1, 'verify', 'r1'),
      entry(2, 'verify', 'r1'),
      entry(3, 'notify', 'r1'),
      entry(4, 'e1', 'r2'),
      entry(5, 'e4', 'r3'),
      entry(6, 'other', 'r4'),
    ];
    expect(shapeOf(entries)).toEqual([
      [
        'r1',
        [
          ['verify', [['e1', [['e4', ['e5']]]], 'e2']],
          ['notify', ['e3']],
        ],
      ],
      ['r4', [['other', ['e6']]]],
    ]);
  });

  it('contain every event once, even if ids refer to itself, a later one, or a missing one', () => {
    const causes = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(causes, (given) => {
        const entries = given.map((cause, n) => entry(n + 1, `e${cause}`, 'r'));
        const all = (node: EventNode): string[] => [node.entry.eventId, ...node.effects.flatMap(all)];
        const found = causeTree(entries).flatMap(({ actions }) =>
          actions.flatMap(({ events }) => events.flatMap(all)),
        );
        expect(found.toSorted()).toEqual(entries.map(({ eventId }) => eventId).toSorted());
      }),
    );
  });
});
