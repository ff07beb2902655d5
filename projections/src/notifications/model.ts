import type { ReadModel } from '../runner/model.ts';
import { modelVersions, notices, notificationReaders, published, receipts } from '../tables.ts';
import { foldedTypes, isFolded, NotificationRows } from './fold.ts';

export const notificationsModel: ReadModel = {
  name: 'notifications',
  version: modelVersions.notifications,
  types: foldedTypes,
  ddl: [published.ddl, notificationReaders.ddl, notices.ddl, receipts.ddl],
  readerDdl: [
    'create index on published (position)',
    'create index on published (first_position) where is_active',
    'create index on notices (member_id, position)',
  ],
  async apply(tx, events) {
    const relevant = events.filter(isFolded);
    const fold = await NotificationRows.of(tx, relevant);
    for (const event of relevant) fold.take(event);
    await fold.write(tx);
  },
};
