import { createStore } from '../../base/storage/store.ts';

/** Whether another tab runs a newer version of the app, so that this one reads and writes nothing more on this device. It stays so until it is reloaded. */
export const isOutdated = createStore(false);
