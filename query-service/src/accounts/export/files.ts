import type { Delivery, SessionUser } from '@pmcw/contracts';
import type { Drafts, MediaDescription, Sessions } from '@pmcw/vault';
import type { Streams } from '../../audit/record.ts';
import type { KeptMedia } from '../../media/routes.ts';
import { findDeliveries } from '../../notifications/queries.ts';
import { profilesOf } from '../../profiles/queries.ts';
import type { ReadModels } from '../../storage/database.ts';
import { findSignInMethods, type KeptWays, type NamedProvider } from '../signInMethods.ts';
import { ownEvents } from './ownEvents.ts';
import { type OwnMessage, ownMessages } from './ownMessages.ts';
import { ownReports } from './ownReports.ts';
import { readmeOf } from './readme.ts';
import type { ArchivedFile } from './zip.ts';

export interface OwnDataSources extends KeptWays {
  readonly db: ReadModels;
  readonly log: Streams;
  readonly sessions: Pick<Sessions, 'all' | 'ended'>;
  readonly drafts: Pick<Drafts, 'all'>;
  readonly provider: NamedProvider | undefined;
  readonly media: KeptMedia;
}

const endings: Readonly<Record<string, string>> = {
  'image/webp': 'webp',
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'm4a',
};
const deliveriesAtOnce = 200;
/** Approximate size of a part, in characters. */
const partLength = 64 * 1024;

async function* json(look: () => Promise<unknown>): AsyncGenerator<string> {
  yield `${JSON.stringify(await look(), null, 2)}\n`;
}

async function* lines(runs: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let part = '';
  for await (const run of runs)
    for (const one of run) {
      part += `${JSON.stringify(one)}\n`;
      if (part.length < partLength) continue;
      yield part;
      part = '';
    }
  yield part;
}

async function* list(runs: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const run of runs)
    for (const one of run) {
      yield before + JSON.stringify(one);
      before = ',\n';
    }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

export async function* filesOf(
  member: SessionUser,
  sources: OwnDataSources,
  site: string,
  madeAt: Date,
): AsyncGenerator<ArchivedFile> {
  const { id } = member;
  const { db, log, sessions, drafts } = sources;
  yield { name: 'README.txt', content: [readmeOf(member.username, site, madeAt)] };
  yield { name: 'profile.json', content: json(() => profileOf(db, member)) };
  yield { name: 'messages.ndjson', content: lines(messagesOf(sources, id)) };
  yield { name: 'drafts.json', content: json(() => drafts.all(id)) };
  yield { name: 'notifications.json', content: list(deliveriesOf(db, id)) };
  yield { name: 'activity.ndjson', content: lines(ownEvents(log, id)) };
  yield { name: 'reports.json', content: list(ownReports(db, log, id)) };
  const signIns = async () => ({ live: await sessions.all(id), ended: await sessions.ended(id) });
  yield { name: 'sessions.json', content: json(signIns) };
  yield { name: 'sign-in-methods.json', content: json(() => waysOf(sources, id)) };
  yield* mediaOf(sources, member);
}

/** Without technical data. */
const waysOf = async ({ db, provider, ...ways }: OwnDataSources, memberId: number) =>
  (await findSignInMethods(db, ways, provider, memberId)).map(({ credentialId: _, ...way }) => way);

async function profileOf(db: ReadModels, member: SessionUser): Promise<object> {
  const profile = (await profilesOf(db, [member.id], member.id)).get(member.id);
  return { ...profile, ...member };
}

const voiceName = (messageId: string) => `voice-${messageId}`;

async function* messagesOf(
  { db, media }: OwnDataSources,
  memberId: number,
): AsyncGenerator<readonly object[]> {
  for await (const run of ownMessages(db, memberId, 'all'))
    yield await Promise.all(run.map((message) => messageLine(media, message)));
}

async function messageLine(media: KeptMedia, message: OwnMessage): Promise<object> {
  const { id, position, createdAt, senderId, sender, receiverId, receiver } = message;
  const { messageType, content, voiceHash, voiceSeconds } = message;
  const found = voiceHash === null ? null : await media.describe(voiceHash);
  return {
    ...{ id, position, createdAt, messageType, content },
    from: { id: senderId, username: sender },
    to: receiverId === null ? null : { id: receiverId, username: receiver },
    voice: found && nameOf(voiceName(id), found),
    voiceSeconds,
  };
}

async function* deliveriesOf(db: ReadModels, memberId: number): AsyncGenerator<readonly Delivery[]> {
  for (let before: string | undefined; ; ) {
    const query = { includeRead: true, before, limit: deliveriesAtOnce };
    const { deliveries, next } = await findDeliveries(db, memberId, query);
    yield deliveries;
    if (next === null) return;
    before = next;
  }
}

const nameOf = (name: string, { mediaType }: MediaDescription) =>
  `media/${name}.${endings[mediaType] ?? 'bin'}`;

async function* mediaOf({ db, media }: OwnDataSources, member: SessionUser): AsyncGenerator<ArchivedFile> {
  for (const [name, url] of [
    ['avatar', member.avatarUrl],
    ['background', member.backgroundUrl],
  ] as const)
    if (url !== null) yield* kept(media, name, url.slice(url.lastIndexOf('/') + 1));
  for await (const run of ownMessages(db, member.id, 'voice'))
    for (const { id, voiceHash } of run) if (voiceHash !== null) yield* kept(media, voiceName(id), voiceHash);
}

/** Read at once, so that the archive has either the whole file or none. */
async function* kept(media: KeptMedia, name: string, hash: string): AsyncGenerator<ArchivedFile> {
  const found = await media.describe(hash);
  const bytes = found && (await media.read(hash, 0, found.size));
  if (found && bytes) yield { name: nameOf(name, found), content: [bytes], isCompressed: true };
}
