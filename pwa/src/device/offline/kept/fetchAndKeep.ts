import * as v from 'valibot';
import { fetchJson } from '../../../base/api/client.ts';
import { isNotFoundError } from '../../../base/api/errors.ts';
import type { Owner } from '../owner.ts';
import { rememberedUser } from '../rememberedUser.ts';
import type { KeptKind } from './answers.ts';

export interface KeptQuestion<S extends v.GenericSchema> {
  readonly path: string;
  readonly schema: S;
  readonly kind: KeptKind;
}

/** Works as `fetchJson` and stores the answer (`answers.ts`). Drops the stored one if the server answers 404. */
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

export function keepOnDevice(
  { path, kind }: Pick<KeptQuestion<v.GenericSchema>, 'path' | 'kind'>,
  body: unknown,
  owner: Owner | null = rememberedUser(),
): void {
  onDevice(async ({ keepAnswer }) => {
    // Another member may have signed in since.
    if (rememberedUser()?.id === owner?.id) await keepAnswer(owner, { path, kind, body, at: Date.now() });
  });
}

async function dropGone(
  { keptAnswer, dropAnswers, dropMember }: typeof import('./answers.ts'),
  owner: Owner | null,
  path: string,
): Promise<void> {
  const about = v.safeParse(v.object({ id: v.number() }), (await keptAnswer(owner, path))?.body);
  if (about.success) await dropMember(owner, about.output.id);
  else await dropAnswers(owner, (answer) => answer.path === path);
}

/** Failures don't matter: browsers without storage show everything, too. */
function onDevice(work: (answers: typeof import('./answers.ts')) => Promise<void>): void {
  import('./answers.ts').then(work).catch(() => undefined);
}
