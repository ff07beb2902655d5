import { createStore } from '../../base/storage/store.ts';

/** Another tab runs a newer version of the app, so this one must not use the database until it is reloaded. */
export const isOutdated = createStore(false);
