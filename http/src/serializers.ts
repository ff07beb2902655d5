import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import compile, { type Schema } from 'fast-json-stringify';
import * as v from 'valibot';

type Serializer = (answer: unknown) => string;

type Definition = JsonSchema | boolean;

/** Rules that change no value. */
const harmless = ['check'];

/**
 * The part of a JSON Schema that decides how a valid value is written; null if that depends on the value, as in unions
 * other than with null, and for open objects.
 */
function shapeOf(schema: Definition): Schema | null {
  if (typeof schema === 'boolean') return null;
  if (schema.anyOf !== undefined) return nullableShapeOf(schema.anyOf);
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return { type: schema.type, default: schema.default };
    case 'integer':
    case 'number':
      return { type: 'number', default: schema.default };
    case 'array':
      return arrayShapeOf(schema);
    case 'object':
      return objectShapeOf(schema);
    default:
      return null;
  }
}

function nullableShapeOf(choices: readonly Definition[]): Schema | null {
  const others = choices.filter((choice) => typeof choice === 'boolean' || choice.type !== 'null');
  const [other] = others;
  if (other === undefined || others.length > 1) return null;
  const shape = shapeOf(other);
  return shape && { ...shape, nullable: true };
}

function arrayShapeOf({ items, default: initial }: JsonSchema): Schema | null {
  if (initial !== undefined || items === undefined || Array.isArray(items)) return null;
  const shape = shapeOf(items);
  return shape && { type: 'array', items: shape };
}

function objectShapeOf({ properties = {}, required = [], additionalProperties }: JsonSchema): Schema | null {
  if (typeof additionalProperties === 'object' || additionalProperties === true) return null;
  const shapes: Record<string, Schema> = {};
  for (const [name, property] of Object.entries(properties)) {
    const shape = shapeOf(property);
    if (shape === null) return null;
    shapes[name] = shape;
  }
  return { type: 'object', properties: shapes, required: [...required] };
}

function converted(schema: v.GenericSchema): JsonSchema | null {
  try {
    return toJsonSchema(schema, { target: 'draft-2020-12', errorMode: 'throw', ignoreActions: harmless });
  } catch {
    return null;
  }
}

/**
 * Writes answers with the fields of their schema only. Compiled for schemas with a single shape, which is faster, and
 * checks no values, because types already do; others are parsed.
 */
export function serializerOf(schema: v.GenericSchema): Serializer {
  const json = converted(schema);
  const shape = json && shapeOf(json);
  return shape === null ? (answer) => JSON.stringify(v.parse(schema, answer)) : compile(shape);
}
