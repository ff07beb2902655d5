import { roomWords } from '../../room.ts';

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
    losesText: 'You’ll lose what you typed on this page.',
    partMissing:
      'Part of the app could not be loaded. If you reload, you’ll lose what you typed on this page.',
    outdated:
      'A newer version is open in another tab. This tab can no longer save anything: copy what you are writing, then reload.',
    later: 'Later',
    reload: 'Reload',
    reloadAnyway: 'Reload anyway',
  },
  loadingPage: 'Loading the page',
  unfetched: {
    title: 'This part of the app could not be loaded',
    text: 'It will load as soon as the server can be reached.',
  },
  notFound: {
    title: 'Page Not Found',
    heading: '404 Page Not Found',
    text: 'Nobody lives at this address, or they have moved away.',
    home: 'Home',
  },
  error: {
    heading: 'Application Error',
    text: 'Something went wrong on this page. Nothing you sent is lost.',
    reload: 'Reload Page',
  },
});
