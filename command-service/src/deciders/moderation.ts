import type { UserType } from '@pmcw/contracts';
import type { Member, ModerationEvent } from '@pmcw/contracts/events';
import { refuseProtected } from './userState.ts';

/** An administrator shuts a member out, or lets them in again. */
export interface SuspendUser {
  readonly type: 'SuspendUser' | 'UnsuspendUser';
}
/** An administrator changes what kind of account it is. */
export interface ChangeUserType {
  readonly type: 'ChangeUserType';
  readonly userType: UserType;
}
/** An administrator keeps notes about a member. */
export interface WriteAdminNotes {
  readonly type: 'WriteAdminNotes';
  readonly notes: string;
}

/** Commands that keep order among members. */
export type ModerationCommand = SuspendUser | ChangeUserType | WriteAdminNotes;

/** Spec §4: suspension, types and notes; nothing happens where nothing changes. */
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
