import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { serve } from '../test/served.ts';
import { withSchemas } from './schemas.ts';
import { serializerOf } from './serializers.ts';

const cardSchema = v.object({ name: v.string(), avatarUrl: v.nullable(v.string()) });
const answerSchema = v.object({
  own: cardSchema,
  others: v.pipe(v.array(cardSchema), v.readonly()),
  last: v.optional(v.variant('type', [v.object({ type: v.literal('text'), sender: cardSchema })])),
});

describe('an answer', () => {
  it('is the text that JSON.stringify makes of it, compiled or not', () => {
    const text = fc.string({ unit: 'binary' });
    const card = fc.record({ name: text, avatarUrl: fc.option(text) });
    const last = fc.option(fc.record({ type: fc.constant('text' as const), sender: card }), {
      nil: undefined,
    });
    const compiled = v.object({
      cards: v.array(cardSchema),
      count: v.number(),
      isNew: v.optional(v.boolean(), true),
      best: v.nullable(cardSchema),
    });
    fc.assert(
      fc.property(
        fc.record({
          cards: fc.array(card),
          count: fc.double({ noNaN: true }),
          isNew: fc.boolean(),
          best: fc.option(card),
        }),
        (answer) => {
          const [text, { isNew: _, ...rest }] = [serializerOf(compiled)(answer), answer];
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(answer)));
          expect(JSON.parse(serializerOf(compiled)(rest))).toMatchObject({ isNew: true });
        },
      ),
    );
    fc.assert(
      fc.property(fc.record({ own: card, others: fc.array(card), last }), (answer) => {
        expect(serializerOf(answerSchema)(answer)).toBe(JSON.stringify(answer));
      }),
    );
  });

  it('has only the fields of its schema, at every depth', async () => {
    const card = { name: 'Ada', avatarUrl: null };
    const planted = { ...card, email: 'planted' };
    const { call } = await serve((app) => {
      withSchemas(app).get('/api/x', { schema: { response: { 200: answerSchema } } }, () => ({
        ...{ own: planted, others: [planted], last: { type: 'text' as const, sender: planted } },
        secret: 'planted',
      }));
    });
    expect(await (await call('/api/x')).json()).toEqual({
      own: card,
      others: [card],
      last: { type: 'text', sender: card },
    });
  });
});
