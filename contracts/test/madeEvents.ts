import { z } from 'zod';
import { eventTypes, type ProductEvent } from '../src/events/registry.ts';
import type { Timed } from '../src/states/fold.ts';

export type EventOf = Timed<ProductEvent>;

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A value from a small range, so that a history's events concern the same things. */
function made(schema: JsonSchema, seed: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[seed % schema.enum.length];
  if (schema.anyOf !== undefined)
    return made(schema.anyOf[seed % schema.anyOf.length] ?? {}, Math.floor(seed / 2));
  const types = [schema.type ?? 'string'].flat();
  switch (types[seed % types.length]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property], n) => [
          name,
          made(typeof property === 'boolean' ? {} : property, Math.floor(seed / (n + 1))),
        ]),
      );
    case 'boolean':
      return seed % 2 === 0;
    case 'integer':
    case 'number':
      return 1 + (seed % 5);
    case 'null':
      return null;
    default:
      // Positions are numbers as text.
      return String(seed % 7);
  }
}

const typeAndData = z.object({ type: z.string(), data: z.unknown() });
const productEvent = z.custom<ProductEvent>((value) => {
  const { type, data } = typeAndData.parse(value);
  const known = Object.entries(eventTypes).find(([name]) => name === type);
  return known?.[1].schema.safeParse(data).success === true;
});

/** A generated history of these event types, one event per seed; deterministic. */
export function eventsOf(
  types: Readonly<Record<string, { readonly schema: z.ZodType }>>,
  seeds: readonly number[],
): EventOf[] {
  const kinds = Object.entries(types).map(([type, { schema }]) => ({
    type,
    json: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  }));
  return seeds.flatMap((seed, n) => {
    // A member's stream starts with their registration.
    const { type, json } = kinds[n === 0 ? 0 : seed % kinds.length] ?? {};
    if (type === undefined || json === undefined) return [];
    const parsed = productEvent.safeParse({ type, data: made(json, Math.floor(seed / kinds.length)) });
    if (!parsed.success) return [];
    const time = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString();
    const metadata = { time, actorId: 1, causationId: `command ${n}` };
    return [{ ...parsed.data, eventId: `event-${n}`, position: BigInt(n + 1), metadata }];
  });
}
