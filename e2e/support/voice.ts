import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Person } from './browser.ts';
import { composer } from './member.ts';

/** A button by its exact name. */
export const button = (inside: Page | Locator, name: string) =>
  inside.getByRole('button', { name, exact: true });
export const thread = (page: Page) => page.getByRole('region', { name: 'Conversation' });
export const voiceMessages = (page: Page) =>
  thread(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('slider') });

/** Opens the conversation in the address, which is then removed from it (spec §2). */
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

/** Position of a player, in seconds. */
export const positionIn = async (player: Locator) => Number(await player.getByRole('slider').inputValue());

/** Polled in the page itself, because two seconds pass quickly on a slow machine. */
const untilMoved = `(slider) => new Promise((resolve) => {
  const look = () => (Number(slider.value) > 0.5 ? resolve(true) : requestAnimationFrame(look));
  look();
})`;

/** Presses play, and waits until the player has moved, ended, and is back at its start. */
export async function hear(player: Locator): Promise<void> {
  await Promise.all([
    player.getByRole('slider').evaluate(untilMoved),
    button(player, 'Pause voice message').waitFor(),
    button(player, 'Play voice message').click(),
  ]);
  await button(player, 'Play voice message').waitFor();
  expect(await positionIn(player)).toBe(0);
}
