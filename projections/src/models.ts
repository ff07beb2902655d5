import { accountsModel } from './accounts/model.ts';
import { auditModel } from './audit/model.ts';
import { directoryModel } from './directory/model.ts';
import { createMessagesModel } from './messages/model.ts';
import { moderationModel } from './moderation/model.ts';
import { notificationsModel } from './notifications/model.ts';
import { profilesModel } from './profiles/model.ts';
import type { ReadModel } from './runner/model.ts';
import { settingsModel } from './settings/model.ts';

/** Must match `modelNames` of tables.ts. */
export const productModels: readonly ReadModel[] = [
  accountsModel,
  profilesModel,
  directoryModel,
  createMessagesModel(),
  moderationModel,
  notificationsModel,
  settingsModel,
  auditModel,
];
