import type { ReadModel } from '../runner/model.ts';
import { modelVersions } from '../tables.ts';
import { Fold, foldedTypes, isFolded } from './fold.ts';
import { ddl, readerDdl } from './tables.ts';

export const notificationsModel: ReadModel = {
  name: 'notifications',
  version: modelVersions.notifications,
  types: foldedTypes,
  ddl,
  readerDdl,
  async apply(tx, events) {
    const relevant = events.filter(isFolded);
    const fold = await Fold.of(tx, relevant);
    for (const event of relevant) fold.take(event);
    await fold.write(tx);
  },
};
