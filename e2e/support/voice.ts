import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from './browser.ts';
import { composer } from './member.ts';

/** A button by its whole name. */
export const button = (inside: Page | Locator, name: string) =>
  inside.getByRole('button', { name, exact: true });
/** The conversation on screen. */
export const thread = (page: Page) => page.getByRole('region', { name: 'Conversation' });
/** Its voice messages. */
export const voiceMessages = (page: Page) =>
  thread(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('slider') });

/** Opens the conversation that an address asks for; then the address does so no longer (spec §2). */
export async function openWith({ page }: Person, username: string): Promise<void> {
  await page.goto(`/messages?user=${username}`);
  await composer(page).waitFor();
  expect(new URL(page.url()).search).toBe('');
}

/** Records until the timer shows two seconds. */
export async function record({ page }: Person): Promise<void> {
  await button(page, 'Record a voice message').click();
  await page.getByRole('timer').filter({ hasText: '0:02' }).waitFor();
  await button(page, 'Stop recording').click();
  await button(page, 'Discard recording').waitFor();
}
