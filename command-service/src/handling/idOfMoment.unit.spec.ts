import { messageIdSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { idOfMoment } from './idOfMoment.ts';

const at = (time: string) => new Date(`2026-11-26T${time}Z`);

it('is the same for the same values within ten minutes, and otherwise different', () => {
  const id = idOfMoment(at('10:00:01'), 1, 'News', true);
  expect(v.is(messageIdSchema, id)).toBe(true);
  expect(idOfMoment(at('10:09:59'), 1, 'News', true)).toBe(id);
  const others = [
    idOfMoment(at('10:10:00'), 1, 'News', true),
    idOfMoment(at('10:00:01'), 2, 'News', true),
    idOfMoment(at('10:00:01'), 1, 'News', false),
    idOfMoment(at('10:00:01'), 1, 'News,true'),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});
