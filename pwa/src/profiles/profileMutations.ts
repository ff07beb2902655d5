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
import { sessionQuery } from '../accounts/sessionQuery.ts';
import { fetchJson, send } from '../api/client.ts';
import { sentenceOf } from '../api/errors.ts';
import { toast } from '../ui/toasts.ts';
import { mySocialsQuery, myWalletsQuery } from './profileQueries.ts';
import { profileTexts } from './profileTexts.ts';

/** Everything that shows a member's profile; asked for again after each change of it (spec §7). */
const showProfiles: readonly QueryKey[] = [
  sessionQuery.queryKey,
  ['/api/profile'],
  ['/api/directory'],
  ['/api/featured-users'],
];

async function refreshProfiles(queryClient: QueryClient): Promise<void> {
  await Promise.all(showProfiles.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

function failed(title: string) {
  return (error: unknown) => {
    toast({ title, description: sentenceOf(error), tone: 'danger' });
  };
}

/** Changes the member's name, bio and Telegram handle. */
export function useEditProfile() {
  const queryClient = useQueryClient();
  return useMutation<SessionUser, Error, EditProfileBody>({
    mutationFn: (body) => fetchJson('/api/user/profile', sessionUserSchema, { method: 'PATCH', body }),
    onSuccess: async (user) => {
      queryClient.setQueryData(sessionQuery.queryKey, user);
      toast({ title: profileTexts.profileUpdated, tone: 'success' });
      await refreshProfiles(queryClient);
    },
    onError: failed(profileTexts.profileNotUpdated),
  });
}

/** Lists a wallet address. */
export function useAddWallet() {
  const queryClient = useQueryClient();
  return useMutation<Wallet, Error, AddWalletBody>({
    mutationFn: (body) => fetchJson('/api/user/wallets', walletSchema, { method: 'POST', body }),
    onSuccess: async (wallet) => {
      queryClient.setQueryData(myWalletsQuery.queryKey, (wallets) => appended(wallets, wallet));
      toast({ title: profileTexts.walletAdded, tone: 'success' });
      await Promise.all([queryClient.invalidateQueries(myWalletsQuery), refreshProfiles(queryClient)]);
    },
    onError: failed(profileTexts.walletNotAdded),
  });
}

/** Takes a wallet address off the list: at once on the screen, and back when the server refuses. */
export function useRemoveWallet() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(`/api/user/wallets/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onMutate: async (id) => {
      await queryClient.cancelQueries(myWalletsQuery);
      queryClient.setQueryData(myWalletsQuery.queryKey, (wallets) => without(wallets, id));
    },
    onSuccess: () => {
      toast({ title: profileTexts.walletDeleted, tone: 'success' });
    },
    onError: failed(profileTexts.walletNotDeleted),
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries(myWalletsQuery), refreshProfiles(queryClient)]),
  });
}

/** Links a social account. */
export function useAddSocialLink() {
  const queryClient = useQueryClient();
  return useMutation<SocialLink, Error, AddSocialLinkBody>({
    mutationFn: (body) => fetchJson('/api/user/socials', socialLinkSchema, { method: 'POST', body }),
    onSuccess: async (social) => {
      queryClient.setQueryData(mySocialsQuery.queryKey, (socials) => appended(socials, social));
      toast({ title: profileTexts.socialAdded, tone: 'success' });
      await Promise.all([queryClient.invalidateQueries(mySocialsQuery), refreshProfiles(queryClient)]);
    },
    onError: failed(profileTexts.socialNotAdded),
  });
}

/** Takes a social link away: at once on the screen, and back when the server refuses. */
export function useRemoveSocialLink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(`/api/user/socials/${encodeURIComponent(id)}`, { method: 'DELETE' }),
    onMutate: async (id) => {
      await queryClient.cancelQueries(mySocialsQuery);
      queryClient.setQueryData(mySocialsQuery.queryKey, (socials) => without(socials, id));
    },
    onSuccess: () => {
      toast({ title: profileTexts.socialDeleted, tone: 'success' });
    },
    onError: failed(profileTexts.socialNotDeleted),
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries(mySocialsQuery), refreshProfiles(queryClient)]),
  });
}

interface Identified {
  readonly id: string;
}

const without = <T extends Identified>(items: readonly T[] | undefined, id: string) =>
  items?.filter((item) => item.id !== id);

const appended = <T extends Identified>(items: readonly T[] | undefined, added: T) =>
  items === undefined ? undefined : [...items.filter((item) => item.id !== added.id), added];
