import type { UserType } from '@pmcw/contracts';
import type { Member, ModerationEvent } from '@pmcw/contracts/events';
import { refuseProtected } from './userState.ts';

export interface SuspendUser {
  readonly type: 'SuspendUser' | 'UnsuspendUser';
}
export interface ChangeUserType {
  readonly type: 'ChangeUserType';
  readonly userType: UserType;
}
export interface WriteAdminNotes {
  readonly type: 'WriteAdminNotes';
  readonly notes: string;
}

export type ModerationCommand = SuspendUser | ChangeUserType | WriteAdminNotes;

/** Spec §4. */
export function decideModeration(member: Member, command: ModerationCommand): readonly ModerationEvent[] {
  const userId = member.id;
  switch (command.type) {
    case 'SuspendUser':
      refuseProtected(member);
      return member.isSuspended ? [] : [{ type: 'UserSuspended', data: { userId } }];
    case 'UnsuspendUser':
      return member.isSuspended ? [{ type: 'UserUnsuspended', data: { userId } }] : [];
    case 'ChangeUserType': {
      const { userType } = command;
      return userType === member.userType ? [] : [{ type: 'UserTypeChanged', data: { userId, userType } }];
    }
    case 'WriteAdminNotes': {
      const { notes } = command;
      return notes === member.notes ? [] : [{ type: 'AdminNotesChanged', data: { userId, notes } }];
    }
    default:
      return command satisfies never;
  }
}
