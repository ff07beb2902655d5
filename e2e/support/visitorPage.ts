import type { Page } from 'playwright-core';
import { cut, hinder } from './hindrances.ts';

export const visitor = { as: 'visitor' } as const;
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
export const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name });
export const said = (text: string | RegExp) => (page: Page) => page.getByText(text);
export const dialog = (page: Page) => page.getByRole('dialog');

export const again = (what: string) => async (page: Page) => {
  await hinder(page, cut(what));
  await page.reload();
};
