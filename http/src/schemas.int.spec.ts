import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { serve } from '../test/served.ts';
import { withSchemas } from './schemas.ts';

const cardSchema = v.object({ name: v.string(), avatarUrl: v.nullable(v.string()) });
const answerSchema = v.object({
  own: cardSchema,
  others: v.pipe(v.array(cardSchema), v.readonly()),
  last: v.optional(v.variant('type', [v.object({ type: v.literal('text'), sender: cardSchema })])),
});

describe('an answer', () => {
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
