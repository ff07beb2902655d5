import { roomWords } from '../room.ts';

/** Spec §2 "Top bar and bottom navigation", §8. */
export const app = roomWords('app', {
  skipToContent: 'Skip to content',
  homeLink: 'PMCW home',
  myProfile: 'My Profile',
  nav: {
    label: 'Main',
    home: 'Home',
    directory: 'Directory',
    group: 'Telegram',
    login: 'Login',
    edit: 'Edit',
    messages: 'Messages',
    admin: 'Admin',
    logout: 'Logout',
  },
  update: {
    isReady: 'A new version is ready',
    losesText: 'What you typed on this page would be lost.',
    partMissing:
      'A part of the app could not be loaded. With a reload, what you typed on this page would be lost.',
    outdated:
      'A newer version is open in another tab. This one keeps nothing more; copy what you are writing, and reload.',
    later: 'Later',
    reload: 'Reload',
    reloadAnyway: 'Reload anyway',
  },
  onItsWay: 'Loading the page',
  unfetched: {
    title: 'This part of the app could not be loaded',
    text: 'It is asked for again as soon as the server answers.',
  },
  notFound: {
    title: 'Page Not Found',
    heading: '404 Page Not Found',
    text: 'Nobody lives at this address, or they have moved away.',
    home: 'Home',
  },
  error: {
    heading: 'Application Error',
    text: 'Something broke on this page. Nothing that you sent is lost.',
    reload: 'Reload Page',
  },
});
