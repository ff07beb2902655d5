import * as v from 'valibot';
import { fetchJson } from '../../../base/api/client.ts';
import { isNotFoundError } from '../../../base/api/errors.ts';
import type { Owner } from '../database.ts';
import { rememberedUser } from '../rememberedUser.ts';
import type { KeptKind } from './answers.ts';

/** What is asked for, and kept. */
export interface KeptQuestion<S extends v.GenericSchema> {
  readonly path: string;
  readonly schema: S;
  readonly kind: KeptKind;
}

/**
 * As `fetchJson`, and keeps the answer on the device for whoever is here (`answers.ts`). What the server says is no
 * more, is not kept any longer either.
 */
export async function fetchAndKeep<S extends v.GenericSchema>(
  { path, schema, kind }: KeptQuestion<S>,
  signal: AbortSignal,
): Promise<v.InferOutput<S>> {
  const owner = rememberedUser();
  try {
    const body = await fetchJson(path, schema, { signal });
    keepOnDevice({ path, kind }, body, owner);
    return body;
  } catch (error) {
    if (isNotFoundError(error)) onDevice((answers) => dropGone(answers, owner, path));
    throw error;
  }
}

/** Keeps an answer that was given to whoever is here. */
export function keepOnDevice(
  { path, kind }: Pick<KeptQuestion<v.GenericSchema>, 'path' | 'kind'>,
  body: unknown,
  owner: Owner | null = rememberedUser(),
): void {
  onDevice(async ({ keepAnswer }) => {
    // Somebody else may be here by now: what was a member's own is nobody's then.
    if (rememberedUser()?.id === owner?.id) await keepAnswer(owner, { path, kind, body, at: Date.now() });
  });
}

/** Whoever's profile is gone is on no kept page of the directory any longer either. */
async function dropGone(
  { keptAnswer, dropAnswers, dropMember }: typeof import('./answers.ts'),
  owner: Owner | null,
  path: string,
): Promise<void> {
  const about = v.safeParse(v.object({ id: v.number() }), (await keptAnswer(owner, path))?.body);
  if (about.success) await dropMember(owner, about.output.id);
  else await dropAnswers(owner, (answer) => answer.path === path);
}

/** Beside the way: a browser that keeps nothing shows everything all the same. */
function onDevice(work: (answers: typeof import('./answers.ts')) => Promise<void>): void {
  import('./answers.ts').then(work).catch(() => undefined);
}
