import { messageTexts } from '../messages/texts.ts';
import { refusalsInApp, validationTexts } from './validationTexts.ts';

/**
 * What the product says to a person, word for word from the specification. Server and app both take their
 * sentences from here.
 */
export const texts = {
  validation: validationTexts,
  refusals: {
    ...refusalsInApp,
    invalidInput: 'Some of what was sent is not valid.',
    notJson: 'The body must be JSON.',
    wrongCredentials: 'Wrong username or password.',
    notSignedIn: 'Please login to continue.',
    foreignOrigin: 'This request did not come from this site.',
    suspended: 'This account has been suspended.',
    protectedMember: 'This account is protected.',
    wrongCurrentPassword: 'Current password is wrong.',
    freshProofRequired: 'Please confirm first that it is you.',
    passkeyUnknown: 'This passkey does not sign in here.',
    passkeyInvalid: 'The passkey could not be checked. Please try again.',
    passkeyTaken: 'This passkey is in use here already.',
    tooManyPasskeys: 'There is no room for more passkeys.',
    lastSignInMethod: 'This is your only way to sign in. Please add another one first.',
    signInMethodNotFound: 'No such way to sign in.',
    passwordPresent: 'You have a password already.',
    suspendedMember: 'This member is suspended.',
    ownRequestOnly: 'You can only ask for your own verification.',
    requestOpen: 'Your verification request is already open.',
    alreadyVerified: 'This profile is already verified.',
    requestNotFound: 'No such verification request.',
    requestClosed: 'This verification request is already closed.',
    adminsOnly: 'Only administrators can do this.',
    usernameTaken: 'Username already exists',
    emailTaken: 'Email already exists',
    usernameReserved: 'This username is reserved.',
    walletTaken: 'This wallet address belongs to another member.',
    walletListed: 'This wallet address is already in your list.',
    notProvable: 'An address of this kind can not be proved by a signature here.',
    challengeInvalid:
      'This statement was used already, is no longer valid or is not for this address. Please ask for another one.',
    proofInvalid:
      'This signature does not prove the address. Please sign the statement as it is, with the wallet of this address.',
    proofUncheckable:
      'The network of this address could not be asked at the moment. Please try again in a moment.',
    socialPlatformTaken: 'This platform is already linked.',
    profileNotFound: 'Profile not found',
    walletNotFound: 'No such wallet address.',
    socialLinkNotFound: 'No such social link.',
    messageNotFound: 'No such message.',
    messageToSelf: 'You cannot send a message to yourself.',
    messageIdTaken: 'This message id is already in use.',
    messageDeleted: 'This message was deleted.',
    tooManyWallets: 'There is no room for more wallet addresses.',
    draftChanged: 'This draft was changed on another device.',
    conflict: 'Somebody changed this at the same moment. Please try again.',
    notUndoable: 'This can not be undone.',
    alreadyUndone: 'This was undone already.',
    changedSince: 'This was changed again since.',
    memberDeletedSince: 'This member was deleted since.',
    sessionNotFound: 'No such session.',
    registrationClosed: 'Registration is closed at the moment.',
    resetLinkInvalid: 'This link was used already or is no longer valid. Please ask for another one.',
    noMail: 'This site sends no mail. Please ask an administrator for a link.',
    notFound: 'Nothing is here.',
    tooLarge: 'This is too large.',
    tooSlow: 'The request took too long to arrive.',
    tooMany: 'Too many requests. Please wait a moment.',
    textMeansTooMany: 'Too many members have this in their names. Please write more of it.',
    busy: 'The service is busy. Please try again in a moment.',
    unexpected: 'Something went wrong on our side. Please try again.',
  },
  messages: messageTexts,
  /** Notifications that the product itself sends (design "Reserved names and small print"). */
  notices: {
    verified: { title: 'Your profile is verified', message: 'An administrator has verified your profile.' },
    rejected: { title: 'Your verification request was not approved' },
  },
  /** What links to the site show elsewhere (spec §2). */
  preview: {
    site: 'PMCW',
    promise: 'Your Crypto Identity In One Simple Link',
    earnt: (tokens: number) => `${tokens.toLocaleString('en')} PMCW Earnt`,
    pictureOf: (fullName: string, username: string) => `The profile of ${fullName} (@${username})`,
    directory: 'Member Directory',
    directoryText: 'Find members and their wallet addresses, verified by administrators or not.',
  },
} as const;
