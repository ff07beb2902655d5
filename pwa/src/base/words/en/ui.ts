import { roomWords } from '../room.ts';

export const ui = roomWords('ui', {
  close: 'Close',
  dismiss: 'Dismiss',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  copyFailed: 'Failed to copy',
  retry: 'Try again',
  retrying: 'Retrying...',
  recently: 'recently',
  toasts: 'Notifications ({hotkey})',
  toast: 'Notification',
  pages: {
    label: 'Pages',
    page: (page: string) => `Page ${page}`,
    previous: 'Previous page',
    next: 'Next page',
  },
  fileDrop: {
    choose: 'Choose a file',
    orDrop: 'or drop it here',
    drop: 'Drop it here',
  },
});
