import type { CommandContext, CommandOutcome, Dispatch, FrameCommand } from '@pmcw/contracts';
import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import { refusalOf } from '@pmcw/http';
import type { Checks } from '@pmcw/runtime';
import type { Vault } from '@pmcw/vault';
import type { FastifyPluginAsync } from 'fastify';
import { administratorExists, ensureAdministrator, grantAdministrator } from './accounts/administrator.ts';
import { usernameClaim } from './accounts/claiming.ts';
import { Members } from './accounts/members.ts';
import { accountRoutes } from './accounts/routes.ts';
import { StreamStates } from './handling/streamStates.ts';
import { inboxDecider } from './messages/inboxDecider.ts';
import { markRead } from './messages/markRead.ts';
import { messageDecider } from './messages/messageDecider.ts';
import { messageRoutes } from './messages/routes.ts';
import { sendMessage } from './messages/sendMessage.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import type { ServiceLogger } from './serviceLogger.ts';
import type { Services } from './services.ts';
import { verificationRoutes } from './verification/routes.ts';

/** What the command service is made of. */
export interface CommandServiceOptions {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Vault;
  readonly logger?: ServiceLogger;
  /** Source of the time, for tests. */
  readonly clock?: () => Date;
}

/** The side that decides: takes commands over HTTP and from frames, and appends what they lead to. */
export interface CommandService {
  /** Its routes, for a server with `httpBase`. */
  readonly plugin: FastifyPluginAsync;
  /** The same handlers for commands that arrive as frames. */
  readonly dispatch: Dispatch;
  /** Begins to follow the log; before that it answers too, but reads the log each time. */
  start(): Promise<void>;
  /** Makes member 1, `admin`, where there is none; `created` when this password is now theirs. */
  ensureAdministrator(password: string): Promise<'created' | 'present'>;
  /** Whether there is a member 1. */
  hasAdministrator(): Promise<boolean>;
  /**
   * Makes a member an administrator; `present` when they were one already.
   * @throws ProblemError `not_found` when nobody has this username
   */
  grantAdministrator(username: string): Promise<'granted' | 'present'>;
  /** Readiness: log and vault answer. */
  readonly checks: Checks;
  close(): Promise<void>;
}

/** Messages are read again only to be taken back: nothing to keep. Inboxes are long and used by the same reader. */
const kept = { messages: 0, inboxes: 20_000 };

async function handleFrame(
  services: Services,
  command: FrameCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  switch (command.type) {
    case 'SendMessage': {
      const { message, position } = await sendMessage(services, command, context);
      return { message, position: String(position) };
    }
    case 'MarkRead':
      return { message: null, position: String(await markRead(services, command, context)) };
    default:
      return command satisfies never;
  }
}

/** Puts the command service together; it holds no connections of its own. */
export function createCommandService(options: CommandServiceOptions): CommandService {
  const { eventStore, vault, clock = () => new Date() } = options;
  const logger = options.logger ?? { warn: () => undefined, error: () => undefined };
  const members = new Members(eventStore, logger);
  const services: Services = {
    eventStore,
    vault,
    clock,
    members,
    messages: new StreamStates(eventStore, messageDecider, kept.messages),
    inboxes: new StreamStates(eventStore, inboxDecider, kept.inboxes),
  };
  return {
    plugin: async (app) => {
      accountRoutes(app, services);
      profileRoutes(app, services);
      messageRoutes(app, services);
      verificationRoutes(app, services);
      moderationRoutes(app, services);
    },
    dispatch: (command, context) =>
      handleFrame(services, command, context).catch((error: unknown) => {
        throw refusalOf(error) ?? error;
      }),
    start: () => members.start(),
    ensureAdministrator: (password) => ensureAdministrator(services, password),
    hasAdministrator: () => administratorExists(services),
    grantAdministrator: (username) => grantAdministrator(services, username),
    checks: {
      log: async () => ({ ok: true, head: String(await eventStore.head()) }),
      vault: async () => {
        // Any question will do that the vault can't answer from memory.
        await vault.claims.holder(usernameClaim('admin'));
        return { ok: true };
      },
    },
    close: () => members.close(),
  };
}
