import * as v from 'valibot';
import { validationTexts } from '../shared/validationTexts.ts';
import type { HistoryEntry } from './history.ts';

export const undoBodySchema = v.object({
  stream: v.pipe(
    v.string(validationTexts.invalidValue),
    v.minLength(1, validationTexts.invalidValue),
    v.maxLength(100, validationTexts.tooLong),
  ),
});
export type UndoBody = v.InferOutput<typeof undoBodySchema>;

/** With the fields of a `Moment` that this restores. */
export const undoableFields = {
  UserVerified: ['isAuthorized', 'pmcwTokens'],
  UserUnverified: ['isAuthorized', 'pmcwTokens'],
  TokensSet: ['pmcwTokens'],
  UserSuspended: ['isSuspended'],
  UserUnsuspended: ['isSuspended'],
  UserTypeChanged: ['userType'],
  WalletRemoved: ['wallets'],
  SocialLinkRemoved: ['socials'],
  MemberWarned: [],
  CaseClosed: ['status'],
  MessageDeleted: ['status'],
  MessageRestored: ['status'],
  SettingsChanged: ['tokenAddress', 'tokenSupply', 'groupLink', 'registrationOpen'],
  NotificationActivated: ['isActive'],
  NotificationDeactivated: ['isActive'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type UndoableType = keyof typeof undoableFields;

export const isUndoable = (type: string): type is UndoableType => Object.hasOwn(undoableFields, type);

/** Whether an administrator can undo the event; not what members did themselves. */
export const canUndo = ({ type, facts }: Pick<HistoryEntry, 'type' | 'facts'>): boolean =>
  isUndoable(type) && (type !== 'MessageDeleted' || facts.isRemoval === true);
