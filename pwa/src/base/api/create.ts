import { v7 as uuidv7 } from 'uuid';
import type * as v from 'valibot';
import { fetchJson } from './client.ts';
import { ApiError } from './errors.ts';

/** Ids of what was sent and not answered, by what was sent. */
const unanswered = new Map<string, string>();

/**
 * Makes something by `POST`, under an id of ours that stays the same until an answer comes: whoever tries again after a lost answer
 * gets what the first try made, and nothing is made twice.
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
    // A refusal is an answer, but for those of a server that could not tell what became of it.
    if (error instanceof ApiError && error.status < 500) unanswered.delete(said);
    throw error;
  }
}
