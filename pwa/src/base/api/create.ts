import { v7 as uuidv7 } from 'uuid';
import type * as v from 'valibot';
import { fetchJson } from './client.ts';
import { ApiError } from './errors.ts';

const unanswered = new Map<string, string>();

/**
 * Creates by `POST` with a client-side id that is reused until an answer arrives, so that a retry after a lost answer
 * creates nothing twice.
 */
export async function create<S extends v.GenericSchema>(
  path: string,
  schema: S,
  body: object = {},
): Promise<v.InferOutput<S>> {
  const said = JSON.stringify([path, body]);
  const id = unanswered.get(said) ?? uuidv7();
  unanswered.set(said, id);
  try {
    const made = await fetchJson(path, schema, { method: 'POST', body: { ...body, id } });
    unanswered.delete(said);
    return made;
  } catch (error) {
    // A refusal is an answer, except a 5xx, after which the result is unknown.
    if (error instanceof ApiError && error.status < 500) unanswered.delete(said);
    throw error;
  }
}
