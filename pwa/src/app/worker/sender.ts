import { sendWaiting } from './sendWaiting.ts';

// A script of its own, which `sw.ts` takes in for `sync` events.
Object.assign(self, { sendWaiting });
