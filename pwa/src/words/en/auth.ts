import { roomWords } from '../room.ts';

/** What the sign-in page says (spec §1, §2 "Auth screen"). */
export const auth = roomWords('auth', {
  title: 'Login',
  heading: 'One name for everything you own on chain',
  promises: {
    wallets: {
      title: 'Unlimited wallet addresses',
      text: 'Every network you use, checked before it is shown.',
    },
    images: { title: 'Profile images', text: 'Your face and your colors, or a robot of your own.' },
    socials: { title: 'Social connections', text: 'Everything you are elsewhere, one tap away.' },
    verification: { title: 'Admin verification', text: 'A gold seal that says: this is really you.' },
  },
  tabs: { label: 'Login or register', login: 'Login', register: 'Register' },
  login: 'Login',
  forgotPassword: 'Forgot password?',
  forgotten: {
    title: 'Forgot your password?',
    text: 'An administrator can give you a link with which you choose a new one. It works once, within an hour.',
    steps: [
      'Write to an administrator in our group, from an account that your profile names.',
      'They check that it is you, and send you the link.',
      'Open the link on this device and choose your new password.',
    ],
    toGroup: 'Ask in the group',
    looking: 'One moment.',
    mail: {
      text: 'We send a link to the email address of your account. With it you choose a new one, once, within an hour.',
      name: 'Username or email',
      send: 'Send me a link',
      sent: 'If there is such an account, a mail is on its way. Look in the spam folder, too.',
      failed: 'The mail could not be asked for',
      none: 'No mail? Ask an administrator',
    },
  },
  email: 'Email',
  usernameHint: "Your page will be at this name. It can't be changed later.",
  confirmPassword: 'Confirm password',
  pmcwWallet: 'PMCW wallet address',
  pmcwWalletPlaceholder: '0x…',
  requestVerification: 'Request verification',
  requestVerificationHint: 'An administrator will look at your profile. Needs a PMCW wallet address.',
  verificationMessage: 'Requested at registration.',
  /** One sentence, with links in it. */
  agreement: {
    before: 'I agree to the ',
    terms: 'Terms of Service',
    between: ' and ',
    privacy: 'Privacy Policy',
    after: '',
  },
  createAccount: 'Create account',
  closed: {
    title: 'Registration is closed',
    text: 'New members cannot register at the moment. Come back later, or ask in our group.',
    toGroup: 'Ask in the group',
  },
  reset: {
    title: 'Choose a new password',
    text: 'You will be signed out everywhere.',
    newPassword: 'New password',
    confirmPassword: 'Confirm new password',
    save: 'Save new password',
    failed: 'Error changing password',
    done: 'Password updated',
    doneText: 'You can log in with it now.',
    toLogin: 'Back to login',
  },
});
