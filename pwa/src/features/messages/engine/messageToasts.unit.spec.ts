import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentToast } from '../../../base/ui/toasts.ts';
import { applyChanges, applyDeletion, applyOwnRead, changeOf } from '../../../device/offline/apply.ts';
import { messageAt, newDatabase, peerId } from '../../../device/offline/forSpecs.ts';
import { conversationKey, orderOf } from '../../../device/offline/keys.ts';
import { MessageToasts } from './messageToasts.ts';

beforeEach(() => vi.stubGlobal('document', { visibilityState: 'visible' }));
afterEach(() => vi.unstubAllGlobals());

async function announced() {
  const db = newDatabase();
  const toasts = new MessageToasts(db);
  const message = messageAt(5, { senderId: peerId, content: uuidv7() });
  await applyChanges(db, [changeOf(message)], null);
  await toasts.announce(message);
  expect(currentToast()).toMatchObject({ isOpen: true, description: `Member 2: ${message.content}` });
  await toasts.tidy();
  expect(currentToast()?.isOpen).toBe(true);
  return { db, toasts, message };
}

it('the toast of a message that was read on another device closes', async () => {
  const { db, toasts } = await announced();
  await applyOwnRead(db, conversationKey(peerId), orderOf('5'), true);
  await toasts.tidy();
  expect(currentToast()?.isOpen).toBe(false);
});

it('the toast of a deleted message closes, and none appears for one that arrives with its deletion', async () => {
  const { db, toasts, message } = await announced();
  await applyDeletion(db, message.id);
  await toasts.tidy();
  expect(currentToast()?.isOpen).toBe(false);
  const last = currentToast()?.id;
  await toasts.announce(message);
  expect(currentToast()?.id).toBe(last);
});
