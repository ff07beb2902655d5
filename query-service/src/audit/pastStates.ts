import { type PastState, SEALED, type Settings } from '@pmcw/contracts';
import {
  type Fold,
  type InboxEvent,
  type InboxNotificationEvent,
  type InboxState,
  inboxFold,
  type MessageState,
  messageFold,
  type NotificationInboxState,
  type NotificationState,
  notificationFold,
  notificationInboxFold,
  type ProductEvent,
  type ReportCaseState,
  reportCaseFold,
  settingsFold,
  type UserState,
  userFold,
} from '@pmcw/contracts/events';
import { openedStates } from './openedStates.ts';
import type { LoggedEvent, SealedEvents } from './record.ts';

export interface Replayed {
  readonly event: LoggedEvent;
  readonly state: PastState;
  readonly before: PastState;
}

/** Null if the first event is not wanted. */
export type Replay = (
  sealed: SealedEvents,
  isWanted: (event: LoggedEvent) => boolean,
) => Promise<Replayed | null>;

/** Opens only texts that the wanted states still contain. */
function replayOf<State, E extends ProductEvent>(
  { initialState, owns, evolve }: Fold<State, E>,
  fieldsOf: (state: State) => PastState,
): Replay {
  return async ({ events, open }, isWanted) => {
    let [before, state] = [initialState, initialState];
    let last: LoggedEvent | null = null;
    for await (const event of events) {
      if (!isWanted(event)) break;
      last = event;
      before = state;
      if (owns(event)) state = evolve(state, event);
    }
    if (last === null) return null;
    const [shown, shownBefore] = await openedStates([fieldsOf(state), fieldsOf(before)], open);
    return { event: last, state: shown, before: shownBefore };
  };
}

function memberFields(member: UserState): PastState {
  switch (member.status) {
    case 'absent':
      return {};
    case 'deleted':
      return { status: 'deleted' };
    case 'registered': {
      const { status, wallets, socials, notices, openRequest, signInMethods, blocks, ...fields } = member;
      return {
        status,
        ...fields,
        openRequest: openRequest && { ...openRequest },
        wallets: wallets.map(({ proof, ensName, ...wallet }) => ({
          ...wallet,
          // The signed statement is in the event's record.
          proofScheme: proof?.scheme ?? null,
          provedAt: proof?.provedAt ?? null,
          ensName: ensName?.name ?? null,
          ensNameSeenAt: ensName?.seenAt ?? null,
        })),
        socials: socials.map(({ linksBack, ...social }) => ({
          ...social,
          linkedBackBy: linksBack?.by ?? null,
          linkedBackAt: linksBack?.seenAt ?? null,
        })),
        notices: [...notices],
        signInMethods: signInMethods.map((method) => ({ ...method })),
        blocks: blocks.map((block) => ({ ...block })),
      };
    }
    default:
      return member satisfies never;
  }
}

/** Without the text, which is in the event's record as long as administrators may see it. */
function messageFields(message: MessageState): PastState {
  if (message.status === 'absent') return {};
  if (message.status === 'deleted') return { ...message };
  const { sentPosition: _position, sentAt: _at, isRequest = false, ...fields } = message;
  return { ...fields, isRequest, content: SEALED, voiceHash: message.voiceHash && SEALED };
}

const notificationFields = (notification: NotificationState): PastState =>
  notification.status === 'absent' ? {} : { ...notification };

function caseFields(state: ReportCaseState): PastState {
  if (state.status === 'absent') return {};
  const { closing, reporters, status: _, ...reported } = state;
  return {
    ...reported,
    status: closing === null ? 'open' : 'closed',
    outcome: closing?.outcome ?? null,
    reason: closing?.reason ?? null,
    reporters: [...reporters],
  };
}

const settingsFields = (settings: Settings): PastState => ({ ...settings });

interface Inbox {
  readonly messages: InboxState;
  readonly notifications: NotificationInboxState;
}

const wholeInboxFold: Fold<Inbox, InboxEvent | InboxNotificationEvent> = {
  initialState: { messages: inboxFold.initialState, notifications: notificationInboxFold.initialState },
  types: [...inboxFold.types, ...notificationInboxFold.types],
  owns: <T extends ProductEvent>(event: T): event is T & (InboxEvent | InboxNotificationEvent) =>
    inboxFold.owns(event) || notificationInboxFold.owns(event),
  evolve: (inbox, event) =>
    inboxFold.owns(event)
      ? { ...inbox, messages: inboxFold.evolve(inbox.messages, event) }
      : notificationInboxFold.owns(event)
        ? { ...inbox, notifications: notificationInboxFold.evolve(inbox.notifications, event) }
        : inbox,
};

function inboxFields({ messages, notifications }: Inbox): PastState {
  const conversations = [...messages.conversations].map(([peer, upTo]) => ({
    id: String(peer),
    upTo: String(upTo),
  }));
  return {
    globalReadUpTo: String(messages.global),
    conversations,
    notificationsReadUpTo: String(notifications.readUpTo),
    notificationsRead: [...notifications.read],
    notificationsDismissed: [...notifications.dismissed],
  };
}

const replays: readonly (readonly [RegExp, Replay])[] = [
  [/^user-\d+$/, replayOf(userFold, memberFields)],
  [/^message-./, replayOf(messageFold, messageFields)],
  [/^inbox-\d+$/, replayOf(wholeInboxFold, inboxFields)],
  [/^notification-./, replayOf(notificationFold, notificationFields)],
  [/^case-./, replayOf(reportCaseFold, caseFields)],
  [/^settings$/, replayOf(settingsFold, settingsFields)],
];

/** Null for an unknown stream name. */
export function replayOfStream(stream: string): Replay | null {
  return replays.find(([name]) => name.test(stream))?.[1] ?? null;
}
