import { limits, realtimeTiming, userTypes } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { ApiError, sentenceOf } from '../base/api/errors.ts';
import { createQueryClient } from '../base/api/queryClient.ts';
import { shortCount } from '../base/ui/CountBadge.tsx';
import { toastRules } from '../base/ui/toasts.ts';
import { admin } from '../base/words/en/admin/admin.ts';
import { app } from '../base/words/en/app/app.ts';
import { directory } from '../base/words/en/directory/directory.ts';
import { landing } from '../base/words/en/landing/landing.ts';
import { images } from '../base/words/en/media/images.ts';
import { session } from '../base/words/en/members/session.ts';
import { messages } from '../base/words/en/messages/messages.ts';
import { dashboard } from '../base/words/en/profiles/dashboard.ts';
import { profiles } from '../base/words/en/profiles/profiles.ts';
import { shareDialog } from '../base/words/en/sharing/shareDialog.ts';
import { sharing } from '../base/words/en/sharing/sharing.ts';
import { account } from '../base/words/en/signIn/account.ts';
import { auth } from '../base/words/en/signIn/auth.ts';
import { ui } from '../base/words/en/ui.ts';
import { statsQuery } from '../features/admin/requests/adminQueries.ts';
import { callFailure, tokensFailure } from '../features/admin/requests/failures.ts';
import { sentBytesMax } from '../features/media/render.ts';
import { pollEveryMs } from '../features/notifications/notificationQueries.ts';

/** Compares the catalogue with the specification, word for word: a changed sentence fails here. */

const { toasts: said } = messages.english;
const settings = dashboard.english;
const refusal = new ApiError(
  { status: 403, code: '', detail: 'Only administrators can do this.' },
  undefined,
  'Forbidden',
);

/** Title, and description if any. */
const both = ({ title, description = '' }: { readonly title: string; readonly description?: string }) =>
  [title, description].filter((part) => part !== '').join(' / ');

describe('the error catalogue (spec §8)', () => {
  it.each([
    ['Login failure', auth.english.loginFailed, 'Login failed'],
    ['Registration failure', auth.english.registrationFailed, 'Registration failed'],
    ['Logout failure', session.english.logoutFailed, 'Logout failed'],
    ['Featured fetch failure', landing.english.verified.failed, 'Failed to fetch featured users'],
    ['Non-OK response', refusal.message, '403: Only administrators can do this.'],
    ['Non-OK response, to a person', sentenceOf(refusal), 'Only administrators can do this.'],
    ['401 on query', new ApiError({ status: 401, code: '', detail: 'x' }).message, 'Unauthorized'],
    ['Copy failure', ui.english.copyFailed, 'Failed to copy'],
    ['Copy failure, link', shareDialog.english.copied.failure, 'Could not copy the link to clipboard'],
    [
      'Copy failure, address',
      profiles.english.wallets.copied.failure,
      'Could not copy the address to clipboard',
    ],
    ['Copy failure, token', landing.english.token.copied.failure, 'Could not copy the address to clipboard'],
    [
      'Start conversation failure (profile)',
      both(profiles.english.conversationFailed),
      'Error / Could not start conversation. Please try again.',
    ],
    [
      'Start conversation failure (messages)',
      both({ ...said.conversationFailed, description: said.conversationFailed.description('Lena Weber') }),
      'Error / Could not start conversation with Lena Weber',
    ],
    [
      'Image generation failure',
      both(sharing.english.notGenerated),
      'Error generating image / Please try again later.',
    ],
    ['Password change', account.english.password.notUpdated, 'Error changing password'],
    ['Password reset', auth.english.reset.failed, 'Error changing password'],
    ['Account deletion', session.english.accountNotDeleted, 'Error deleting account'],
    [
      'Account deletion, fallback',
      session.english.accountNotDeletedText,
      'There was an error deleting your account. Please try again.',
    ],
    ['Profile', settings.settings.notUpdated, 'Error updating profile'],
    ['Image', images.english.notUpdated, 'Error updating image'],
    ['Image, upload', images.english.notUploaded, 'Error uploading image'],
    ['Image, processing', images.english.notProcessed, 'There was an error processing your image.'],
    ['Wallet, add', settings.wallets.notAdded, 'Error adding wallet address'],
    ['Wallet, delete', settings.wallets.notDeleted, 'Error deleting wallet address'],
    ['Social, add', settings.socials.notAdded, 'Error adding social link'],
    ['Social, delete', settings.socials.notDeleted, 'Error deleting social link'],
    [
      'Directory fetch',
      directory.english.failed,
      'Error loading directory data. Please try refreshing the page or try again later.',
    ],
    ['Admin calls', callFailure(refusal).title, 'API error: 403 Forbidden'],
    ['Admin calls, tokens', tokensFailure(refusal).title, 'API error updating tokens: 403 Forbidden'],
    ['Admin calls, delete', admin.english.errors.notDeleted, 'Failed to delete user'],
    [
      'Admin calls, notification create',
      admin.english.errors.notificationNotCreated.description,
      'There was an error creating the notification. Please try again.',
    ],
    [
      'Admin calls, notification update',
      admin.english.errors.notificationNotUpdated.description,
      'There was an error updating the notification. Please try again.',
    ],
    ['Admin users list', admin.english.errors.loading, 'Error loading admin data. Please try again.'],
    [
      'Conversations load',
      both(said.conversationsFailed),
      'Failed to load conversations / There was an error loading your conversations. Please try again.',
    ],
    [
      'Global load',
      both(said.globalFailed),
      'Failed to load global messages / There was an error loading global chat. Please try again.',
    ],
    [
      'Thread load',
      both(said.threadFailed),
      'Failed to load messages / There was an error loading your messages. Please try again.',
    ],
    ['Send', said.sendFailed, 'Failed to send message'],
    ['Send, global', said.globalSendFailed, 'Failed to send global message'],
    ['Delete', said.deleteFailed, 'Failed to delete message'],
    [
      'Microphone denied',
      both(said.microphoneDenied),
      'Cannot access microphone / Please allow microphone access to record voice messages.',
    ],
    [
      'Audio',
      both(said.audioBroken),
      'Audio Playback Error / Could not play this voice message. The file may be missing or corrupted.',
    ],
    [
      'Audio, playback',
      both(said.playbackFailed),
      'Playback Failed / Could not play this voice message. Try refreshing the page.',
    ],
    ['Audio, player', messages.english.unableToPlay, 'Unable to play audio'],
    [
      'Connection lost',
      both(said.connectionLost),
      'Connection lost / Could not establish a real-time connection. Messages will still be sent but may be delayed.',
    ],
    [
      'Connection failed',
      both(said.connectionFailed),
      'Connection failed / Could not establish a connection. Please try again later.',
    ],
    ['Reconnecting', said.reconnecting, 'Reconnecting...'],
    ['Connected', said.connected, 'Connected!'],
    ['Fatal error', app.english.error.heading, 'Application Error'],
    ['Fatal error, button', app.english.error.reload, 'Reload Page'],
    ['Retry, conversations', messages.english.retryConversations, 'Retry Loading Conversations'],
    ['Retry, messages', messages.english.retryMessages, 'Retry Loading Messages'],
    ['Retry, in progress', ui.english.retrying, 'Retrying...'],
    ['Retry, connection', messages.english.reconnect, 'Reconnect to Server'],
    [
      'Sending as a visitor (spec §6)',
      both(profiles.english.loginToMessage),
      'Authentication required / Please login to send messages',
    ],
    [
      'Notification creation (spec §5)',
      both(admin.english.toasts.missing),
      'Missing information / Please provide both a title and message for the notification.',
    ],
  ])('%s', (_situation, words, specified) => expect(words).toBe(specified));
});

describe('empty states (spec §8, §2)', () => {
  it.each([
    [directory.english.noneFitting.title, 'No profiles found'],
    [directory.english.noneFitting.action, 'Clear filters'],
    [directory.english.noneYet.title, 'No results found'],
    [landing.english.verified.none, 'No verified users found yet. Be the first one!'],
    [admin.english.verification.empty, 'No pending verification requests at this time.'],
    [messages.english.noConversations, 'No conversations yet'],
    [messages.english.noMessages, 'No messages yet'],
    [messages.english.accessDenied, 'Access Denied: You need to log in to access messages.'],
    [app.english.notFound.heading, '404 Page Not Found'],
  ])('%s', (words, specified) => expect(words).toBe(specified));
});

describe('success toasts (spec §8, §2)', () => {
  const { toasts } = admin.english;
  it.each([
    [auth.english.loginSuccessful, 'Login successful'],
    [auth.english.welcomeBack('Lena Weber'), 'Welcome back, Lena Weber!'],
    [auth.english.registrationSuccessful, 'Registration successful'],
    [auth.english.accountCreated, 'Your account has been created!'],
    [session.english.loggedOut, 'Logged out'],
    [session.english.loggedOutSuccessfully, 'You have been successfully logged out.'],
    [both(shareDialog.english.copied), 'Link copied / Profile link copied to clipboard'],
    [both(profiles.english.wallets.copied), 'Address copied / Wallet address copied to clipboard'],
    [
      both(landing.english.token.copied),
      'Token Address Copied / PMCW token address has been copied to your clipboard',
    ],
    [profiles.english.openingConversation, 'Opening conversation'],
    [both(sharing.english.generated), 'Image generated! / Your profile image has been downloaded.'],
    [sharing.english.generating, 'Generating...'],
    [account.english.password.updated, 'Password updated'],
    [session.english.ended.deleted.title, 'Account deleted'],
    [settings.settings.updated, 'Profile updated'],
    [images.english.updated, 'Image updated'],
    [settings.wallets.added, 'Wallet address added'],
    [settings.wallets.deleted, 'Wallet address deleted'],
    [settings.socials.added, 'Social link added'],
    [settings.socials.deleted, 'Social link deleted'],
    [toasts.deleted, 'User Deleted'],
    [toasts.notificationCreated, 'Notification created'],
    [toasts.notificationSent, 'The notification was sent to all users.'],
    [toasts.notificationUpdated, 'Notification updated'],
    [said.newMessage, 'New message'],
    [said.newGlobalMessage, 'New global message'],
    [messages.english.voiceMessage, 'Voice message'],
  ])('%s', (words, specified) => expect(words).toBe(specified));
});

describe('constants (spec §9)', () => {
  it('of forms and images', () => {
    expect(limits).toMatchObject({
      passwordMin: 8,
      newPasswordMin: 6,
      usernameMin: 3,
      fullNameMin: 2,
      bioMax: 200,
      walletAddressMin: 10,
      directoryPageSize: 12,
      avatarSideMax: 400,
      backgroundSideMax: 1200,
    });
    expect(sentBytesMax).toBe(1024 * 1024);
    expect(userTypes).toEqual(['General User', 'Business', 'Charity', 'Crypto Group', 'Crypto Project']);
  });

  it('of the live connection', () => {
    expect(realtimeTiming).toMatchObject({
      maxReconnectAttempts: 10,
      reconnectBaseMs: 2000,
      reconnectFactor: 1.5,
      reconnectJitter: 0.2,
      reconnectMaxMs: 60_000,
      coolingMs: 120_000,
      pingEveryMs: 30_000,
      pongWithinMs: 5000,
    });
  });

  it('of toasts, badge and polling', () => {
    expect(toastRules).toEqual({ durationMs: 5000, removeAfterMs: 1_000_000, swipePx: 50, hotkey: 'F8' });
    expect([9, 10, 99].map(shortCount)).toEqual(['9', '9+', '9+']);
    expect(pollEveryMs).toBe(30_000);
  });

  it('of queries: never stale, no retries, no refetch on focus; those of administrators always refetch, with two retries after a second', () => {
    const { queries, mutations } = createQueryClient(() => undefined).getDefaultOptions();
    expect(queries).toMatchObject({
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    });
    expect(mutations).toMatchObject({ retry: false });
    expect(statsQuery).toMatchObject({ staleTime: 0, gcTime: 0, retry: 2, retryDelay: 1000 });
  });
});
