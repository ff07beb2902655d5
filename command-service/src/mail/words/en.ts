import type { SignInMethodKind } from '@pmcw/contracts';
import type { MailWords } from './mailWords.ts';

const ways: Readonly<Record<SignInMethodKind, string>> = {
  password: 'Password',
  passkey: 'Passkey',
  wallet: 'Wallet',
  openid: 'Account at another provider',
};

export const english: MailWords = {
  greeting: (username) => `Hello @${username},`,
  when: (time) => `When: ${time} UTC`,
  list: {
    added: (what) => `Added: ${what}`,
    removed: (what) => `Removed: ${what}`,
    proved_by_another: (what) =>
      `Removed, because another member has proved by signature that it is theirs: ${what}`,
  },
  way: (kind, wallet) => `${ways[kind]}${wallet === null ? '' : `, ${wallet}`}`,
  more: (count) => `and ${count} more`,
  footer: (site) =>
    `You get this mail because this address belongs to an account at ${site}. Nobody reads replies to it.`,
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
        `Somebody asked for a new password for your account at ${site}. With this link you choose one. It is good for one hour and for one use, and signs out all browsers.${changes.length === 0 ? '' : ' It also ends these other ways to sign in, unless you keep them on the page:'}`,
      notYou:
        'If it was not you, there is nothing to do: your password stays as it is. Show this link to nobody.',
      action: 'Choose a new password',
    },
    password_changed: {
      subject: (site) => `Your password for ${site} was changed`,
      happened: ({ site }) =>
        `The password of your account at ${site} was changed by somebody who is signed in to it. All other browsers were signed out.`,
      notYou:
        'If it was not you, somebody else has your account. Choose another password at once: open the site, and take “Forgot password?” at the log-in.',
      action: 'To the log-in',
    },
    password_reset: {
      subject: (site) => `A new password was chosen for ${site}`,
      happened: ({ site, changes }) =>
        `A new password was chosen for your account at ${site} by a link, from a mail or from an administrator. All browsers were signed out.${changes.length === 0 ? '' : ' These other ways to sign in were ended:'}`,
      notYou:
        'If it was not you, somebody else has your account. Choose another password at once: open the site, and take “Forgot password?” at the log-in. See also who else can read your mail.',
      action: 'To the log-in',
    },
    reset_link_issued: {
      subject: (site) => `An administrator of ${site} made a link to your account`,
      happened: ({ site, by }) =>
        `${by === null ? 'An administrator' : `The administrator @${by}`} made a link with which a new password can be chosen for your account at ${site}, once and within an hour. Anyone who has the link can use it.`,
      notYou:
        'If you did not ask for it, somebody else may be about to take your account. Log in, choose another password at once, which ends the link, and ask the administrators.',
      action: 'To the log-in',
    },
    list_changes: {
      subject: (site) => `Your profile at ${site} lists something else`,
      happened: ({ site }) =>
        `Addresses or links on your profile at ${site} were changed, where others see them and may pay to them:`,
      notYou:
        'If it was not you, or an administrator whom you asked, put it right at once and change your password: whoever adds an address can be paid in your place.',
      action: 'Look at your profile',
    },
    sign_in_changes: {
      subject: (site) => `More changes to how you sign in at ${site}`,
      happened: ({ site }) =>
        `There were many changes to the ways to sign in to your account at ${site}. These were made after the last mail about them:`,
      notYou:
        'If it was not you, somebody else has your account. Look at your ways to sign in, end all other sessions, and choose another password.',
      action: 'Look at your ways to sign in',
    },
    passkey_added: {
      subject: (site) => `A passkey was added to your account at ${site}`,
      happened: ({ site }) =>
        `A passkey was added to your account at ${site}. Whoever has it can sign in without a password.`,
      notYou:
        'If it was not you, somebody else has your account. Remove the passkey under “Ways to sign in”, end all other sessions, and choose another password.',
      action: 'Look at your ways to sign in',
    },
    passkey_removed: {
      subject: (site) => `A passkey was removed from your account at ${site}`,
      happened: ({ site }) =>
        `A passkey was removed from your account at ${site}. Nobody signs in with it any more.`,
      notYou:
        'If it was not you, somebody else has your account. Look at your ways to sign in, end all other sessions, and choose another password.',
      action: 'Look at your ways to sign in',
    },
    wallet_sign_in_added: {
      subject: (site) => `A wallet signs in to your account at ${site} now`,
      happened: ({ site }) =>
        `A wallet was added to the ways to sign in to your account at ${site}. Whoever has its key can sign in without a password:`,
      notYou:
        'If it was not you, somebody else has your account. Remove the wallet under “Ways to sign in”, end all other sessions, and choose another password.',
      action: 'Look at your ways to sign in',
    },
    wallet_sign_in_removed: {
      subject: (site) => `A wallet does not sign in to your account at ${site} any more`,
      happened: ({ site }) =>
        `A wallet was removed from the ways to sign in to your account at ${site}. Its address is still on your profile:`,
      notYou:
        'If it was not you, somebody else has your account. Look at your ways to sign in, end all other sessions, and choose another password.',
      action: 'Look at your ways to sign in',
    },
    openid_added: {
      subject: (site) => `A sign-in by another provider was added to your account at ${site}`,
      happened: ({ site }) =>
        `An account at another provider was added to your account at ${site}. Whoever signs in there can sign in here.`,
      notYou:
        'If it was not you, somebody else has your account. Remove it under “Ways to sign in”, end all other sessions, and choose another password.',
      action: 'Look at your ways to sign in',
    },
    openid_removed: {
      subject: (site) => `A sign-in by another provider was removed from your account at ${site}`,
      happened: ({ site }) =>
        `An account at another provider was removed from your account at ${site}. Nobody signs in here with it any more.`,
      notYou:
        'If it was not you, somebody else has your account. Look at your ways to sign in, end all other sessions, and choose another password.',
      action: 'Look at your ways to sign in',
    },
    password_added: {
      subject: (site) => `Your account at ${site} has a password now`,
      happened: ({ site }) =>
        `A password was chosen for your account at ${site}, which had none. Whoever knows it can sign in.`,
      notYou:
        'If it was not you, somebody else has your account. Remove the password under “Ways to sign in”, and end all other sessions.',
      action: 'Look at your ways to sign in',
    },
    password_removed: {
      subject: (site) => `The password of your account at ${site} was removed`,
      happened: ({ site }) =>
        `The password of your account at ${site} was removed. Nobody signs in with it any more; your other ways to sign in are as they were.`,
      notYou:
        'If it was not you, somebody else has your account. Look at your ways to sign in, and end all other sessions.',
      action: 'Look at your ways to sign in',
    },
  },
};
