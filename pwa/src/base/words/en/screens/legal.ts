import { roomWords } from '../../room.ts';

/** Terms and privacy policy; they describe what this product actually does. */
export const legal = roomWords('legal', {
  updated: 'Last changed on',
  terms: {
    title: 'Terms of Service',
    summary:
      'Be yourself, list what is yours, be kind. You can leave whenever you like, and then you are gone.',
    sections: [
      {
        heading: 'What this is',
        paragraphs: [
          'PMCW gives you a public page for your wallet addresses and social accounts, a directory of members, and messages. It never holds your coins, never asks for a private key or a seed phrase, and makes no payments for you. Anyone who asks you for a key in our name is a fraud.',
        ],
      },
      {
        heading: 'Your account',
        paragraphs: [
          'You choose a username once; it stays, and nobody else can take it, not even after you have left. Keep your password to yourself. You are responsible for what is done with your account.',
          'One account per person or organization. Business, Charity, Crypto Group and Crypto Project are for those who really are one.',
        ],
      },
      {
        heading: 'What you publish',
        paragraphs: [
          'Your profile is public. List only addresses and accounts that are yours, and only pictures and words that you may use. They remain yours; you allow us to show them for as long as they are listed.',
          'Not allowed: impersonation, fraud, threats and hatred, anything that breaks the law, and anything that disrupts the service for others.',
        ],
      },
      {
        heading: 'Verification and PMCW',
        paragraphs: [
          'The gold seal means that an administrator looked at the profile and believed it. It is neither advice nor a guarantee: check an address before you send anything to it. The seal can be taken back.',
          'PMCW Earnt counts what members were given here. It does not promise a price, a payment or a right to anything.',
        ],
      },
      {
        heading: 'When rules are broken',
        paragraphs: [
          'Administrators can warn a member, suspend an account, remove a listing or a reported message, or delete an account. Everything they do is recorded with their name and the time.',
        ],
      },
      {
        heading: 'Leaving',
        paragraphs: [
          'You can delete your account in the dashboard at any time. It cannot be undone. The Privacy Policy says what happens to your data then.',
        ],
      },
      {
        heading: 'Liability',
        paragraphs: [
          'The service is offered as it is. Payments on a blockchain cannot be reversed, and we cannot help with one that went to a wrong address. Where the law does not allow us to exclude our liability, it is not excluded.',
          'If these terms change, the date above changes, and members are notified beforehand.',
        ],
      },
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    summary:
      'We keep what you give us, show what you publish, pass nothing on, and forget you for good when you leave.',
    sections: [
      {
        heading: 'What everyone can see',
        paragraphs: [
          'Your username, name, bio, pictures, account type, wallet addresses with the day on which each was listed and, where you proved one by signature, the signed text, social accounts, verification and PMCW Earnt. What you write in the Global Chat can be read by every member.',
        ],
      },
      {
        heading: 'What only some can see',
        paragraphs: [
          'Your email address is seen by you and by administrators. This site may send an email to it when you forgot your password, and when your password, another way to sign in or an address in your profile was changed; nothing in such an email tells us whether you read it. Private messages are shown to the two of you and nobody else, unless one of you reports a message that they received: administrators then see that one message. There is no page on which they could read others. They are encrypted where they are stored, but not end to end: the operator of the server holds the keys.',
          'Your password is stored only as an Argon2id hash, from which nobody can recover it.',
        ],
      },
      {
        heading: 'A log that is never rewritten, and still forgets',
        paragraphs: [
          'Everything that happens here is added to a log that is never changed: that is how you can trust that an address was not swapped behind your back. Everything personal in it is encrypted with a key that is yours alone.',
          'When your account is deleted, that key is destroyed. The log then still says that something happened, but not who you were or what you wrote, and no backup of the log can bring it back. Your profile, wallets, social accounts, messages, pictures, recordings and notifications disappear from the site at once.',
          'One thing stays: a fingerprint of your username, so that nobody can come back under your name.',
        ],
      },
      {
        heading: 'On your device',
        paragraphs: [
          'One cookie keeps you signed in for 30 days, a second tells the page that you are signed in, and a third remembers what you last changed, so that you see it. If you sign in with another provider, two more cookies recognize your browser when you come back from there, for half an hour at most. There are no others, so there is no banner.',
          'With your session this site stores which browser and system you use, such as “Firefox on Windows”, in which language, and when and why the session ended, so that you can recognize it in your dashboard. That is removed 90 days after its end.',
          'Your browser stores messages, drafts and the voice messages that you recorded or loaded, so that you can read, hear and write them offline. It also stores your language and theme; for 30 days at most, the profiles and directory pages that you opened and what the landing page showed; and for the 200 profiles you looked at last, when that was, to tell you which addresses are new.',
          'This site also stores drafts for your other devices until you send or delete them. When you log out, messages, drafts and voice messages are removed from your browser, even without a connection, except for unsent ones that you choose to keep there.',
        ],
      },
      {
        heading: 'No third parties',
        paragraphs: [
          'No advertising, no analytics, no fonts or scripts from elsewhere: while you are here, your browser talks only to this site. Links to social networks, to the group and to blockchain explorers lead away only when you follow them, and do not say where you came from.',
          'Notifications, if you turn them on, come through the push service of your browser’s maker. It learns that this site sends your browser something, and when; who wrote and what is encrypted, so that only your browser can read it. What is stored for them is removed when you turn them off or log out.',
          'If this site offers sign-in with another provider, such as Google, and you use it, you are taken there: that provider then learns that you sign in here, and when. It tells this site who you are there, of which only a fingerprint is stored, and your name and email address, which are filled into the registration form for you to change.',
          'The network address of your device is used to fend off floods of requests and is forgotten within the hour.',
        ],
      },
      {
        heading: 'Your rights',
        paragraphs: [
          'You can see and change your data in the dashboard and delete all of it there. For anything else, ask an administrator in our group.',
        ],
      },
    ],
  },
});
