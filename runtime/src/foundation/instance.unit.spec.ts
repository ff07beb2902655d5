import { describe, expect, it } from 'vitest';
import { type Findings, judge } from './instance.ts';

const other = 'another id';
/** A new vault and a new log. */
const fresh: Findings = {
  id: 'our id',
  isConfirmed: false,
  name: null,
  isLogEmpty: true,
  members: 'none',
};
const wrong = (reason: string) => ({ wrong: reason });

describe('whether a log is this installation’s', () => {
  it.each<[given: string, Partial<Findings>, ReturnType<typeof judge>]>([
    ['both are new', {}, 'name'],
    ['the log was named a moment before a crash', { name: fresh.id, isLogEmpty: false }, 'right'],
    ['both are from before there were ids', { isLogEmpty: false, members: 'known' }, 'name'],
    [
      'the vault was restored from before the id',
      { name: other, isLogEmpty: false, members: 'known' },
      'adopt',
    ],
    ['the id was seen before', { isConfirmed: true, name: fresh.id, isLogEmpty: false }, 'right'],
    [
      'the log is another installation’s, and both are new',
      { name: other, isLogEmpty: false },
      wrong('it belongs to another installation'),
    ],
    [
      'the log is another installation’s',
      { isConfirmed: true, name: other, isLogEmpty: false, members: 'unknown' },
      wrong('it belongs to another installation'),
    ],
    [
      'the log is another installation’s, without an id yet',
      { isLogEmpty: false, members: 'unknown' },
      wrong('no member of the vault is in it'),
    ],
    ['the vault alone is new', { isLogEmpty: false }, wrong('it holds events, and the vault no member')],
    ['the log alone is new', { members: 'unknown' }, wrong('it is empty, and the vault is not new')],
    [
      'the log was replaced by an empty one before the first member',
      { isConfirmed: true },
      wrong('it is empty, and the vault is not new'),
    ],
    [
      'a replaced log already got a member of this vault',
      { isConfirmed: true, isLogEmpty: false, members: 'known' },
      wrong('it does not carry the id of this installation'),
    ],
  ])('when %s', (_given, findings, verdict) => {
    expect(judge({ ...fresh, ...findings })).toEqual(verdict);
  });
});
