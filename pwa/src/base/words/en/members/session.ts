import { roomWords } from '../../room.ts';

export const session = roomWords('session', {
  logoutFailed: 'Logout failed',
  loggedOut: 'Logged out',
  loggedOutSuccessfully: 'You have been successfully logged out.',
  /** For sessions that the member did not end here. */
  ended: {
    logout: { title: 'Logged out', text: 'You logged out in another window.' },
    ended_elsewhere: {
      title: 'This session was ended',
      text: 'It was ended from another of your devices. Please log in to continue here. If that was not you, ask an administrator for help.',
    },
    expired: {
      title: 'Your session has expired',
      text: 'Please log in again. Nothing you wrote is lost.',
    },
    password_changed: {
      title: 'Your password was changed',
      text: 'That signed you out here. Please log in with the new password. If that was not you, ask an administrator for help.',
    },
    suspended: {
      title: 'This account has been suspended',
      text: 'An administrator has suspended it, so you cannot log in at the moment. Ask in our group if you think this is a mistake.',
    },
    deleted: { title: 'Account deleted', text: 'Your account and everything in it are gone.' },
    unknown: { title: 'You have been signed out', text: 'Please log in to continue.' },
  },
  accountNotDeleted: 'Error deleting account',
  accountNotDeletedText: 'There was an error deleting your account. Please try again.',
});
