import type { Profile } from '@pmcw/contracts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { isUnreachableError } from '../../base/api/errors.ts';
import { rememberedUser } from '../../device/offline/rememberedUser.ts';
import { profileQuery, profileQuestion } from '../look/profileQueries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A profile, and when the server sent it, in milliseconds since 1970. */
export interface KnownProfile {
  readonly profile: Profile;
  readonly at: number;
}

/** Null: neither the device nor the server has it. */
export type KnownProfileState = KnownProfile | null | 'loading';

/**
 * The profile that this device has, to compare addresses with. It is fetched if there is none, or if it is older than a
 * day: once, whatever comes of it, and again when the server is back.
 */
export function useKnownProfile(username: string): KnownProfileState {
  const client = useQueryClient();
  const stored = useQuery(knownProfileQuery(client, username));
  // A visit of the profile has newer data.
  const seen = useQuery({ ...profileQuery(username), enabled: false });
  if (seen.data !== undefined) return { profile: seen.data, at: seen.dataUpdatedAt };
  return stored.isPending ? 'loading' : (stored.data ?? null);
}

const knownProfileQuery = (client: QueryClient, username: string) =>
  queryOptions({
    queryKey: ['known-profile', rememberedUser()?.id ?? null, username.toLowerCase()],
    queryFn: async () => {
      const stored = await storedProfile(username);
      const isRecent = stored !== null && stored.at + dayMs > Date.now();
      return isRecent || savesData() ? stored : fetchedProfile(client, username, stored);
    },
    retryOnMount: false,
  });

async function storedProfile(username: string): Promise<KnownProfile | null> {
  const { path, schema } = profileQuestion(username);
  const { keptAnswer } = await import('../../device/offline/kept/answers.ts');
  const answer = await keptAnswer(rememberedUser(), path).catch(() => null);
  const body = v.safeParse(schema, answer?.body);
  return answer !== null && body.success ? { profile: body.output, at: answer.at } : null;
}

/** Throws if the server is unreachable and nothing is stored, so that the query is repeated when it is back. */
async function fetchedProfile(
  client: QueryClient,
  username: string,
  stored: KnownProfile | null,
): Promise<KnownProfile | null> {
  const query = { ...profileQuery(username), staleTime: dayMs };
  try {
    const profile = await client.fetchQuery(query);
    return { profile, at: client.getQueryState(query.queryKey)?.dataUpdatedAt ?? Date.now() };
  } catch (error) {
    if (!isUnreachableError(error)) return null;
    if (stored === null) throw error;
    return stored;
  }
}

const connectionSchema = v.object({ connection: v.object({ saveData: v.boolean() }) });

/** Whether the browser should save data, where it says so. */
function savesData(): boolean {
  const { success, output } = v.safeParse(connectionSchema, navigator);
  return success && output.connection.saveData;
}
