/** What the session says to a person (spec §8). */
export const accountTexts = {
  loginFailed: 'Login failed',
  registrationFailed: 'Registration failed',
  logoutFailed: 'Logout failed',
  loginSuccessful: 'Login successful',
  welcomeBack: (fullName: string) => `Welcome back, ${fullName}!`,
  registrationSuccessful: 'Registration successful',
  accountCreated: 'Your account has been created!',
  loggedOut: 'Logged out',
  loggedOutSuccessfully: 'You have been successfully logged out.',
} as const;
