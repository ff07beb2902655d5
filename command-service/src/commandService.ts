import { setMaxListeners } from 'node:events';
import type { Dispatch, DispatchMessages } from '@pmcw/contracts';
import { inboxFold, notificationInboxFold, type ProductEvents } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { silent } from '@pmcw/resilience';
import type { Vault } from '@pmcw/vault';
import type { FastifyPluginAsync } from 'fastify';
import type { Registry } from 'prom-client';
import { administratorExists, ensureAdministrator, grantAdministrator } from './accounts/administrator.ts';
import { emailRoutes } from './accounts/emailRoutes.ts';
import { resetLinkRoutes } from './accounts/resetLinkRoutes.ts';
import { accountRoutes } from './accounts/routes.ts';
import { sessionRoutes } from './accounts/sessionRoutes.ts';
import { auditRoutes } from './audit/routes.ts';
import { KnownPeers } from './contacts/knownPeers.ts';
import { contactRoutes } from './contacts/routes.ts';
import { inboxDecider } from './deciders/inbox.ts';
import { messageDecider } from './deciders/message.ts';
import { notificationDecider } from './deciders/notification.ts';
import { notificationInboxDecider } from './deciders/notificationInbox.ts';
import { reportCaseDecider } from './deciders/reportCase.ts';
import { settingsDecider } from './deciders/settings.ts';
import { handleFrame, handleMessages } from './dispatch/frames.ts';
import { draftRoutes } from './drafts/routes.ts';
import { Erasing } from './erasure/erasing.ts';
import { neverFailing, type ReceiptOf } from './erasure/receipts.ts';
import { erasureRoutes } from './erasure/routes.ts';
import { type Followers, nothingToFollow } from './handling/followerChecks.ts';
import type { Handling } from './handling/handle.ts';
import { countCommands } from './handling/observed.ts';
import { stateSnapshots } from './handling/stateSnapshots.ts';
import { StreamStates } from './handling/streamStates.ts';
import { StreamTurns } from './handling/streamTurns.ts';
import { createLimits } from './limits/limits.ts';
import { createMailing, type MailOptions } from './mail/mailing.ts';
import { Images } from './media/images.ts';
import { measureImages } from './media/metrics.ts';
import { Places } from './media/places.ts';
import { mediaRoutes } from './media/routes.ts';
import { admitUploads } from './media/uploads.ts';
import { Members } from './members/members.ts';
import { NewestMessages } from './messages/newestMessages.ts';
import { messageRoutes } from './messages/routes.ts';
import { moderationRoutes } from './moderation/routes.ts';
import { signingOut } from './moderation/signingOut.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { type OpenidOptions, openidProvider } from './openid/provider.ts';
import { openidRoutes } from './openid/routes.ts';
import { ensNames } from './profileChecks/ensNames.ts';
import { type LinkBackOptions, linkBackFinder } from './profileChecks/linkBack.ts';
import { ProfileChecking } from './profileChecks/profileChecking.ts';
import { linkCheckRoutes } from './profileChecks/routes.ts';
import { profileRoutes } from './profiles/routes.ts';
import { askForProofs } from './proofs/routeProofs.ts';
import { pushRoutes } from './push/routes.ts';
import { consequences } from './reports/consequences.ts';
import { reportRoutes } from './reports/routes.ts';
import type { Services } from './services.ts';
import { settingsRoutes } from './settings/routes.ts';
import { passkeySignInRoutes } from './signInMethods/passkeySignInRoutes.ts';
import { signInMethodRoutes } from './signInMethods/routes.ts';
import { walletSignInRoutes } from './signInMethods/walletSignInRoutes.ts';
import { verificationRoutes } from './verification/routes.ts';
import { contractWallets } from './walletProofs/contractWallets.ts';
import { evmClients } from './walletProofs/evmClients.ts';
import { walletProofRoutes } from './walletProofs/routes.ts';

export interface CommandServiceOptions {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Vault;
  readonly logger?: Logger;
  readonly registry?: Registry;
  /** `off` for tests, load and imports, limits only wrong passwords and mails to a member. */
  readonly rateLimits?: 'on' | 'off';
  /** Hosts of browsers' push services; the known ones by default. */
  readonly pushServices?: readonly string[] | undefined;
  /** JSON-RPC addresses by EVM network code. */
  readonly evmRpcUrls?: Readonly<Record<string, string>> | undefined;
  readonly mail?: MailOptions | undefined;
  readonly openid?: (OpenidOptions & { readonly publicUrl: string }) | undefined;
  /** Without it, no links are checked. */
  readonly profileChecks?: LinkBackOptions | undefined;
  /** Members who leave get no receipt if it is missing or fails. */
  readonly receiptOf?: ReceiptOf | undefined;
  /** For tests. */
  readonly clock?: () => Date;
}

/** The write side. */
export interface CommandService {
  /** For a server with `httpBase`. */
  readonly plugin: FastifyPluginAsync;
  /** For commands in frames. */
  readonly dispatch: Dispatch;
  readonly dispatchMessages: DispatchMessages;
  readonly followers: Followers;
  /** Follows the log; until then, each request reads it. */
  start(): Promise<void>;
  /** `created` if this call set the password. */
  ensureAdministrator(firstPassword: () => Promise<string>): Promise<'created' | 'present'>;
  hasAdministrator(): Promise<boolean>;
  /** @throws ProblemError `not_found` */
  grantAdministrator(username: string): Promise<'granted' | 'present'>;
  /** A started service does so automatically. @returns how many deleted members the log had since the last review */
  finishErasures(): Promise<number>;
  close(): Promise<void>;
}

/** Inboxes are long and used by the same reader; messages and notifications are rarely read again. */
const kept = { inboxes: 20_000, notificationInboxes: 5_000, settings: 1 };

export function createCommandService(options: CommandServiceOptions): CommandService {
  const { eventStore, vault, rateLimits = 'on', clock = () => new Date() } = options;
  const logger = options.logger ?? silent;
  const { openid, receiptOf = async () => null } = options;
  const members = new Members(eventStore, vault.snapshots, logger);
  const knownPeers = new KnownPeers({ eventStore, vault, logger });
  const erasing = new Erasing({ eventStore, vault, members, logger });
  const signOuts = signingOut({ eventStore, vault, members, logger });
  const mailing = createMailing(
    { eventStore, vault, members, logger, clock, registry: options.registry },
    options.mail,
  );
  const messages = new StreamStates(eventStore, messageDecider);
  const places = new Places({ media: vault.media, members, messages, logger });
  const images = new Images();
  const closing = new AbortController();
  // Each waiting mark listens to it.
  setMaxListeners(0, closing.signal);
  const limits = createLimits(vault, rateLimits);
  measureImages(images, options.registry);
  const handling: Handling & Pick<Services, 'vault'> = {
    eventStore,
    vault,
    clock,
    observe: countCommands(options.registry),
    turns: new StreamTurns(),
    spendEvents: limits.events,
  };
  const decisions = consequences({ ...handling, members, messages, places, logger });
  const evm = evmClients(options.evmRpcUrls ?? {}, logger);
  const profileChecking =
    options.profileChecks === undefined
      ? null
      : new ProfileChecking({
          ...handling,
          members,
          logger,
          findLinkBack: linkBackFinder(options.profileChecks),
          findEnsName: ensNames(evm, logger),
        });
  const services: Services = {
    ...handling,
    limits,
    pushServices: options.pushServices,
    findContractScheme: contractWallets(evm, logger),
    passkeyLogger: logger,
    openid: openid === undefined ? null : openidProvider(openid, openid.publicUrl, logger),
    profileChecking,
    members,
    knownPeers,
    erasing,
    mailing,
    receiptOf: neverFailing(receiptOf, logger),
    images,
    places,
    admitUpload: admitUploads(),
    messages,
    cases: new StreamStates(eventStore, reportCaseDecider),
    inboxes: new StreamStates(eventStore, inboxDecider, {
      entries: kept.inboxes,
      snapshots: stateSnapshots(vault.snapshots, inboxFold, logger),
    }),
    newestMessages: new NewestMessages(eventStore),
    waitingMarks: new Map(),
    closing: closing.signal,
    settings: new StreamStates(eventStore, settingsDecider, { entries: kept.settings }),
    notifications: new StreamStates(eventStore, notificationDecider),
    notificationInboxes: new StreamStates(eventStore, notificationInboxDecider, {
      entries: kept.notificationInboxes,
      snapshots: stateSnapshots(vault.snapshots, notificationInboxFold, logger),
    }),
  };
  return {
    plugin: async (app) => {
      askForProofs(app, services);
      accountRoutes(app, services);
      sessionRoutes(app, services);
      signInMethodRoutes(app, services);
      passkeySignInRoutes(app, services);
      walletSignInRoutes(app, services);
      openidRoutes(app, services);
      profileRoutes(app, services);
      linkCheckRoutes(app, services);
      walletProofRoutes(app, services);
      mediaRoutes(app, services);
      messageRoutes(app, services);
      draftRoutes(app, services);
      contactRoutes(app, services);
      reportRoutes(app, services);
      pushRoutes(app, services);
      verificationRoutes(app, services);
      moderationRoutes(app, services);
      erasureRoutes(app, services);
      settingsRoutes(app, services);
      resetLinkRoutes(app, services);
      emailRoutes(app, services);
      notificationRoutes(app, services);
      auditRoutes(app, services);
    },
    dispatch: (command, context) => handleFrame(services, command, context),
    dispatchMessages: (messages) => handleMessages(services, messages),
    followers: {
      members: () => members.followed,
      signOuts: () => signOuts.followed,
      mails: () => mailing?.followed() ?? nothingToFollow,
      links: () => profileChecking?.followed ?? nothingToFollow,
      reports: () => decisions.followed,
    },
    async start() {
      await members.start();
      signOuts.start();
      decisions.start();
      erasing.start();
      places.start();
      knownPeers.start();
      profileChecking?.start();
      await mailing?.start();
    },
    ensureAdministrator: (firstPassword) => ensureAdministrator(services, firstPassword),
    hasAdministrator: () => administratorExists(services),
    grantAdministrator: (username) => grantAdministrator(services, username),
    async finishErasures() {
      await erasing.finishIntended();
      return erasing.review();
    },
    async close() {
      closing.abort();
      await places.close();
      await Promise.all([
        ...[erasing.close(), signOuts.close(), mailing?.close(), profileChecking?.close()],
        knownPeers.close(),
        decisions.close(),
      ]);
      await members.close();
    },
  };
}
