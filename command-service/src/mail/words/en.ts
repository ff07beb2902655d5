import type { SignInMethodKind } from '@pmcw/contracts';
import type { MailWords } from './mailWords.ts';

const ways: Readonly<Record<SignInMethodKind, string>> = {
  password: 'Password',
  passkey: 'Passkey',
  wallet: 'Wallet',
  openid: 'Account with another provider',
};

export const english: MailWords = {
  greeting: (username) => `Hello @${username},`,
  when: (time) => `When: ${time} UTC`,
  list: {
    added: (what) => `Added: ${what}`,
    removed: (what) => `Removed: ${what}`,
    proved_by_another: (what) =>
      `Removed, because another member proved by signature that it is theirs: ${what}`,
  },
  way: (kind, wallet) => `${ways[kind]}${wallet === null ? '' : `, ${wallet}`}`,
  more: (count) => `and ${count} more`,
  footer: (site) =>
    `You are receiving this email because this address belongs to an account at ${site}. Replies to it are not read.`,
  kinds: {
    email_confirmation: {
      subject: (site) => `Confirm your email address for ${site}`,
      happened: ({ site }) =>
        `Someone registered at ${site} with this email address. If it was you, confirm it with this link within a week.`,
      notYou:
        'If it was not you, someone else has an account with your email address. Do not use the link. “Forgot password?” on the login page gives you that account, and you can delete it.',
      action: 'Confirm email address',
    },
    password_forgotten: {
      subject: (site) => `Choose a new password for ${site}`,
      happened: ({ site, changes }) =>
        `Someone asked for a new password for your account at ${site}. Use this link to choose one. It works once, within an hour, and signs out all browsers.${changes.length === 0 ? '' : ' It also removes these other ways to sign in, unless you choose to keep them:'}`,
      notYou:
        'If it was not you, you need not do anything: your password stays as it is. Do not share this link with anyone.',
      action: 'Choose a new password',
    },
    password_changed: {
      subject: (site) => `Your password for ${site} was changed`,
      happened: ({ site }) =>
        `The password of your account at ${site} was changed by someone who is signed in to it. All other browsers were signed out.`,
      notYou:
        'If it was not you, someone else has access to your account. Choose another password right away: open the site and use “Forgot password?” on the login page.',
      action: 'Go to login',
    },
    password_reset: {
      subject: (site) => `A new password was chosen for ${site}`,
      happened: ({ site, changes }) =>
        `A new password was chosen for your account at ${site} through a link from an email or an administrator. All browsers were signed out.${changes.length === 0 ? '' : ' These other ways to sign in were removed:'}`,
      notYou:
        'If it was not you, someone else has access to your account. Choose another password right away: open the site and use “Forgot password?” on the login page. Also check who else can read your email.',
      action: 'Go to login',
    },
    reset_link_issued: {
      subject: (site) => `An administrator of ${site} created a link to your account`,
      happened: ({ site, by }) =>
        `${by === null ? 'An administrator' : `The administrator @${by}`} created a link for choosing a new password for your account at ${site}. It works once, within an hour. Anyone who has the link can use it.`,
      notYou:
        'If you did not ask for it, someone else may be trying to take over your account. Log in and choose another password right away, which also voids the link. Then ask the administrators.',
      action: 'Go to login',
    },
    list_changes: {
      subject: (site) => `Your profile at ${site} was changed`,
      happened: ({ site }) =>
        `Addresses or links on your profile at ${site} were changed. Others see them there and may pay to them:`,
      notYou:
        'If it was not you or an administrator you asked, correct it right away and change your password: anyone who adds an address can be paid in your place.',
      action: 'View your profile',
    },
    sign_in_changes: {
      subject: (site) => `More changes to how you sign in at ${site}`,
      happened: ({ site }) =>
        `There were many changes to the ways to sign in to your account at ${site}. These were made after our last email about them:`,
      notYou:
        'If it was not you, someone else has access to your account. Check your ways to sign in, end all other sessions, and choose another password.',
      action: 'Check your ways to sign in',
    },
    passkey_added: {
      subject: (site) => `A passkey was added to your account at ${site}`,
      happened: ({ site }) =>
        `A passkey was added to your account at ${site}. Anyone who has it can sign in without a password.`,
      notYou:
        'If it was not you, someone else has access to your account. Remove the passkey under “Ways to sign in”, end all other sessions, and choose another password.',
      action: 'Check your ways to sign in',
    },
    passkey_removed: {
      subject: (site) => `A passkey was removed from your account at ${site}`,
      happened: ({ site }) =>
        `A passkey was removed from your account at ${site}. It can no longer be used to sign in.`,
      notYou:
        'If it was not you, someone else has access to your account. Check your ways to sign in, end all other sessions, and choose another password.',
      action: 'Check your ways to sign in',
    },
    wallet_sign_in_added: {
      subject: (site) => `A wallet can now sign in to your account at ${site}`,
      happened: ({ site }) =>
        `A wallet was added to the ways to sign in to your account at ${site}. Anyone who has its key can sign in without a password:`,
      notYou:
        'If it was not you, someone else has access to your account. Remove the wallet under “Ways to sign in”, end all other sessions, and choose another password.',
      action: 'Check your ways to sign in',
    },
    wallet_sign_in_removed: {
      subject: (site) => `A wallet can no longer sign in to your account at ${site}`,
      happened: ({ site }) =>
        `A wallet was removed from the ways to sign in to your account at ${site}. Its address is still on your profile:`,
      notYou:
        'If it was not you, someone else has access to your account. Check your ways to sign in, end all other sessions, and choose another password.',
      action: 'Check your ways to sign in',
    },
    openid_added: {
      subject: (site) => `Sign-in with another provider was added to your account at ${site}`,
      happened: ({ site }) =>
        `An account with another provider was added to your account at ${site}. Anyone who can sign in there can sign in here.`,
      notYou:
        'If it was not you, someone else has access to your account. Remove it under “Ways to sign in”, end all other sessions, and choose another password.',
      action: 'Check your ways to sign in',
    },
    openid_removed: {
      subject: (site) => `Sign-in with another provider was removed from your account at ${site}`,
      happened: ({ site }) =>
        `An account with another provider was removed from your account at ${site}. It can no longer be used to sign in here.`,
      notYou:
        'If it was not you, someone else has access to your account. Check your ways to sign in, end all other sessions, and choose another password.',
      action: 'Check your ways to sign in',
    },
    password_added: {
      subject: (site) => `Your account at ${site} now has a password`,
      happened: ({ site }) =>
        `A password was chosen for your account at ${site}, which had none. Anyone who knows it can sign in.`,
      notYou:
        'If it was not you, someone else has access to your account. Remove the password under “Ways to sign in” and end all other sessions.',
      action: 'Check your ways to sign in',
    },
    password_removed: {
      subject: (site) => `The password of your account at ${site} was removed`,
      happened: ({ site }) =>
        `The password of your account at ${site} was removed. It can no longer be used to sign in; your other ways to sign in are unchanged.`,
      notYou:
        'If it was not you, someone else has access to your account. Check your ways to sign in and end all other sessions.',
      action: 'Check your ways to sign in',
    },
  },
};
