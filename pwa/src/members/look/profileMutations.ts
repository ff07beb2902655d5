import {
  type AddSocialLinkBody,
  type AddWalletBody,
  type EditProfileBody,
  type SessionUser,
  type SocialLink,
  sessionUserSchema,
  socialLinkSchema,
  type Wallet,
  walletSchema,
} from '@pmcw/contracts';
import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as v from 'valibot';
import { fetchJson, send } from '../../base/api/client.ts';
import { create } from '../../base/api/create.ts';
import { sentenceOf } from '../../base/api/errors.ts';
import { toast } from '../../base/ui/toasts.ts';
import { dashboard } from '../../base/words/en/dashboard.ts';
import { currentWords } from '../../base/words/words.ts';
import { sessionQuery } from '../session/sessionQuery.ts';

/** Everything that shows a member's profile; asked for again after each change of it (spec §7). */
const showProfiles: readonly QueryKey[] = [
  sessionQuery.queryKey,
  ['/api/profile'],
  ['/api/directory'],
  ['/api/featured-users'],
];

/** Starts it without waiting: what was changed is on the screen already. */
export function refreshProfiles(queryClient: QueryClient, ownList?: string): void {
  const keys = ownList === undefined ? showProfiles : [[ownList], ...showProfiles];
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

function failed(title: () => string) {
  return (error: unknown) => {
    toast({ title: title(), description: sentenceOf(error), tone: 'danger' });
  };
}

/** Changes the member's name, bio and Telegram handle. */
export function useEditProfile() {
  const queryClient = useQueryClient();
  return useMutation<SessionUser, Error, EditProfileBody>({
    mutationFn: (body) => fetchJson('/api/user/profile', sessionUserSchema, { method: 'PATCH', body }),
    onSuccess: (user) => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      toast({ title: currentWords(dashboard).settings.updated, tone: 'success' });
      refreshProfiles(queryClient);
    },
    onError: failed(() => currentWords(dashboard).settings.notUpdated),
  });
}

interface Identified {
  readonly id: string;
}

/** A list of the member's own things: where it is, what an item is, and what to say about changes. */
interface OwnThings<T extends Identified> {
  readonly path: string;
  readonly schema: v.GenericSchema<unknown, T>;
  readonly words: () => Readonly<Record<'added' | 'notAdded' | 'deleted' | 'notDeleted', string>>;
}

const wallets: OwnThings<Wallet> = {
  path: '/api/user/wallets',
  schema: walletSchema,
  words: () => currentWords(dashboard).wallets,
};

const socials: OwnThings<SocialLink> = {
  path: '/api/user/socials',
  schema: socialLinkSchema,
  words: () => currentWords(dashboard).socials,
};

/** Lists a wallet address. */
export const useAddWallet = () => useAdd<Wallet, AddWalletBody>(wallets);
/**
 * Takes a wallet address off the list: at once on the screen, and back when the server refuses.
 * @param waits whether one stays on the screen until the server has answered, for it may be asked for
 */
export const useRemoveWallet = (waits: (id: string) => boolean) => useRemove(wallets, waits);
/** Links a social account. */
export const useAddSocialLink = () => useAdd<SocialLink, AddSocialLinkBody>(socials);
/** Takes a social link away: at once on the screen, and back when the server refuses. */
export const useRemoveSocialLink = () => useRemove(socials);

function useAdd<T extends Identified, Body extends object>({ path, schema, words }: OwnThings<T>) {
  const queryClient = useQueryClient();
  return useMutation<T, Error, Body>({
    mutationFn: (body) => create(path, schema, body),
    onSuccess: (added) => {
      queryClient.setQueryData<T[]>(
        [path],
        (items) => items && [...items.filter(({ id }) => id !== added.id), added],
      );
      toast({ title: words().added, tone: 'success' });
      refreshProfiles(queryClient, path);
    },
    onError: failed(() => words().notAdded),
  });
}

function useRemove<T extends Identified>(
  { path, words }: OwnThings<T>,
  waits: (id: string) => boolean = () => false,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey: [path] });
      const before = queryClient.getQueryData<T[]>([path]);
      if (!waits(id)) {
        queryClient.setQueryData<T[]>([path], (items) => items?.filter((item) => item.id !== id));
      }
      return { before };
    },
    onSuccess: () => {
      toast({ title: words().deleted, tone: 'success' });
    },
    onError: (error, _id, context) => {
      queryClient.setQueryData([path], context?.before);
      failed(() => words().notDeleted)(error);
    },
    onSettled: () => refreshProfiles(queryClient, path),
  });
}
