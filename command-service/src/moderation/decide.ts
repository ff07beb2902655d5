import { ProblemError, texts, type UserType } from '@pmcw/contracts';
import type { moderationEvents, ProductEvent } from '@pmcw/contracts/events';
import type { Member } from '../accounts/userState.ts';

const say = texts.refusals;

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
/** Events of moderation. */
export type ModerationEvent = Extract<ProductEvent, { type: keyof typeof moderationEvents }>;

/** Member 1 can't be shut out (design "Reserved names and small print"), and so there always is an administrator. */
function refuseProtected({ id }: Member): void {
  if (id === 1) throw new ProblemError('protected_member', say.protectedMember);
}

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

/** The member after an event of moderation. */
export function evolveModeration(member: Member, event: ModerationEvent): Member {
  switch (event.type) {
    case 'UserSuspended':
      return { ...member, isSuspended: true };
    case 'UserUnsuspended':
      return { ...member, isSuspended: false };
    case 'UserTypeChanged':
      return { ...member, userType: event.data.userType };
    case 'AdminNotesChanged':
      return { ...member, notes: event.data.notes };
    default:
      return event satisfies never;
  }
}
