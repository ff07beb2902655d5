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
import { toastError } from '../../base/ui/toastError.ts';
import { toast } from '../../base/ui/toasts.ts';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { currentWords } from '../../base/words/words.ts';
import { sessionQuery } from '../session/sessionQuery.ts';

/** Queries that show a member's profile; refetched after each change (spec §7). */
const showProfiles: readonly QueryKey[] = [
  sessionQuery.queryKey,
  ['/api/profile'],
  ['/api/directory'],
  ['/api/featured-users'],
];

/** Does not wait, because the change is already on screen. */
export function refreshProfiles(queryClient: QueryClient, ownList?: string): void {
  const keys = ownList === undefined ? showProfiles : [[ownList], ...showProfiles];
  for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
}

function failed(title: () => string) {
  return (error: unknown) => {
    toastError(title(), error);
  };
}

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

export const useAddWallet = () => useAdd<Wallet, AddWalletBody>(wallets);
/**
 * Updates the list at once, and restores it if the server refuses.
 * @param waits whether an item stays until the server has answered, because it may ask for a proof
 */
export const useRemoveWallet = (waits: (id: string) => boolean) => useRemove(wallets, waits);
export const useAddSocialLink = () => useAdd<SocialLink, AddSocialLinkBody>(socials);
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
