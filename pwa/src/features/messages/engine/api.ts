import {
  type Changes,
  type Conversation,
  conversationSchema,
  conversationSettingsSchema,
  conversationsSchema,
  messageSchema,
  messagesSchema,
  positionHeaders,
  receivedChangesSchema,
  type StoredSettings,
  type UnreadCount,
  unreadCountSchema,
} from '@pmcw/contracts';
import { fetchJson, readJson, send } from '../../../base/api/client.ts';
import { ApiError, ForeignAnswerError, NetworkError } from '../../../base/api/errors.ts';
import { nextPage } from '../../../base/api/nextPage.ts';
import type { ThreadPage } from '../../../device/offline/apply.ts';
import type { Cursor, OutboxRow } from '../../../device/offline/database.ts';
import { type ConversationKey, peerOf } from '../../../device/offline/keys.ts';
import { outcomeOf, type SendOutcome } from '../../../device/offline/outbox/outcome.ts';
import type { SettingsWish } from '../../../device/offline/settings.ts';
import { outgoingPost } from './outgoingPost.ts';
import { noteAge } from './staleness.ts';

/** Two megabytes over a slow mobile connection, in milliseconds. */
const voiceWithinMs = 120_000;

type Known = Pick<Cursor, 'position' | 'incarnation'> | null;

/** The calls of spec §7 "Messages"; they throw as `base/api/client.ts` does unless they say otherwise. */

/** Page by page, newest first. */
export async function* fetchConversations(
  atLeast: Known,
  list: 'conversations' | 'requests' = 'conversations',
): AsyncGenerator<Conversation[]> {
  const requests = list === 'requests' ? 'true' : undefined;
  for (let before: string | null | undefined; before !== null; ) {
    const response = await request('/api/messages/conversations', { requests, before }, atLeast);
    yield await readJson(response, conversationsSchema);
    before = nextPage(response);
  }
}

export function fetchConversation(username: string): Promise<Conversation> {
  return fetchJson(`/api/messages/find-conversation/${encodeURIComponent(username)}`, conversationSchema);
}

/**
 * @param before where the page before ended; null for the newest messages
 * @param atLeast the cursor, whose position the answer must include
 */
export async function fetchThreadPage(
  key: ConversationKey,
  before: string | null,
  atLeast: Known,
): Promise<ThreadPage> {
  const response = await request(`/api/messages/${peerOf(key) ?? 'global'}`, { before }, atLeast);
  return {
    messages: await readJson(response, messagesSchema),
    older: nextPage(response),
    isUnbroken: atLeast !== null && !response.headers.has(positionHeaders.lag),
    before,
    incarnation: atLeast?.incarnation,
  };
}

export function fetchChanges(after: string, incarnation: string): Promise<Changes> {
  const query = new URLSearchParams({ after, incarnation, skipsUnknown: 'true' });
  return fetchJson(`/api/messages/changes?${query}`, receivedChangesSchema);
}

export async function fetchGlobalUnread(atLeast: NonNullable<Known>): Promise<UnreadCount> {
  const response = await request('/api/messages/global/unread/count', {}, atLeast);
  return readJson(response, unreadCountSchema);
}

export async function postRead(key: ConversationKey, upTo: string): Promise<void> {
  const path = key === 'global' ? '/api/messages/global/read' : `/api/messages/read/${peerOf(key)}`;
  await send(path, { method: 'POST', body: { upTo } });
}

/** Returns the settings as they are on the server then. */
export async function patchSettings(
  key: ConversationKey,
  senderId: number,
  wish: SettingsWish,
): Promise<StoredSettings> {
  const path = `/api/messages/conversations/${peerOf(key) ?? 'global'}`;
  const response = await send(path, { method: 'PATCH', body: { ...wish, senderId } });
  const settings = await readJson(response, conversationSettingsSchema);
  return { ...settings, position: response.headers.get(positionHeaders.position) ?? '0' };
}

/** Deletes an own message, for everyone. */
export async function deleteMessage(id: string): Promise<void> {
  await send(`/api/messages/${id}`, { method: 'DELETE' });
}

/**
 * Turns failures of network and server into outcomes.
 * @param voiceUrl the recording of a voice message as a data URL; null for text
 */
export async function postMessage(
  row: OutboxRow,
  senderId: number,
  voiceUrl: string | null,
): Promise<SendOutcome> {
  const { path, body } = outgoingPost(row, senderId, voiceUrl);
  const patience = voiceUrl === null ? {} : { timeoutMs: voiceWithinMs };
  try {
    const message = await fetchJson(path, messageSchema, { method: 'POST', body, ...patience });
    const isOurs = message.id === row.id && message.senderId === senderId;
    return isOurs ? { kind: 'accepted', message } : { kind: 'passing', waitingFor: 'server' };
  } catch (error) {
    return outcomeOfFailure(error);
  }
}

/** Deletes a canceled message that may have arrived. Turns failures into outcomes. */
export async function withdrawMessage(id: string, senderId: number): Promise<SendOutcome> {
  try {
    await send(`/api/messages/${id}?senderId=${senderId}`, { method: 'DELETE' });
    return { kind: 'withdrawn', wasThere: true };
  } catch (error) {
    const outcome = outcomeOfFailure(error);
    // The server does not have it or refuses: nothing is left to do.
    return outcome.kind === 'refused' ? { kind: 'withdrawn', wasThere: false } : outcome;
  }
}

function outcomeOfFailure(error: unknown): SendOutcome {
  if (error instanceof ApiError) return outcomeOf(error);
  const isSilent = error instanceof NetworkError && !(error instanceof ForeignAnswerError);
  return { kind: 'passing', waitingFor: isSilent ? 'network' : 'server' };
}

async function request(
  path: string,
  query: { readonly before?: string | null | undefined; readonly requests?: 'true' | undefined },
  atLeast: Known,
): Promise<Response> {
  const { before = null, requests } = query;
  const given = { ...(requests && { requests }), ...(before !== null && { before }) };
  const search = Object.keys(given).length === 0 ? '' : `?${new URLSearchParams(given)}`;
  const headers: Record<string, string> = {};
  if (atLeast !== null) headers[positionHeaders.minPosition] = atLeast.position;
  // Without an answer of this incarnation there is none: positions of two must not be mixed here.
  if (atLeast?.incarnation !== undefined) headers[positionHeaders.incarnation] = atLeast.incarnation;
  const response = await send(`${path}${search}`, { headers });
  if (atLeast !== null) noteAge(response.headers);
  return response;
}
