import { sendWaiting } from './sendWaiting.ts';

// A separate script that `sw.ts` imports for `sync` events.
Object.assign(self, { sendWaiting });
