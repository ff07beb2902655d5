import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { receivedChangesSchema } from './frames.ts';

const deleted = { type: 'message_deleted', id: 'a', position: '7' };
const page = (changes: readonly unknown[]) => ({ changes, position: '9', more: false });

describe('a page of changes that a client receives', () => {
  it('has no changes of types that only newer servers know', () => {
    const later = { type: 'later', position: '8', detail: 'of another shape' };
    expect(v.parse(receivedChangesSchema, page([deleted, later]))).toEqual(page([deleted]));
  });

  it.each([
    ['a known type without its fields', { type: 'message_deleted', position: '8' }],
    ['no type', { position: '8' }],
    ['no object', null],
  ])('is refused as a whole with a change of %s', (_, broken) => {
    expect(v.is(receivedChangesSchema, page([deleted, broken]))).toBe(false);
  });
});
