import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { drawn, wcagViolations } from './axe.ts';
import { openPerson, type Person } from './browser.ts';
import { failedOnPurpose, type Hindrance, hinder } from './hindrances.ts';
import { layoutShiftOf, watchLayoutShifts } from './layoutShifts.ts';
import { root } from './process.ts';
import { Requests } from './requests.ts';
import { isWanted } from './screenList.ts';
import type { Role, World } from './screenMembers.ts';
import { sideways } from './sideways.ts';
import { untilWhole } from './wholePage.ts';
import { within } from './within.ts';

/** A screen in one state. */
export interface Screen {
  readonly as: Role;
  readonly at: string;
  readonly hindered?: readonly Hindrance[];
  /** Some actions need a proof, in the last minutes, that the session is the member's. */
  readonly isProved?: boolean;
  /** Actions that lead to the state. Without them, the address alone leads there. */
  readonly reach?: (page: Page) => Promise<unknown>;
  /** An element that is visible in the state. */
  readonly shows: (page: Page) => Locator;
  /** The state comes without input, so it must not move anything. */
  readonly comesByItself?: boolean;
  /** A placeholder is shown for an answer that never comes. */
  readonly isWaiting?: boolean;
  /** With a service worker. Its requests can't be hindered, so other states have none. */
  readonly hasWorker?: boolean;
  /** The next state gets a new browser profile. */
  readonly isTheEnd?: boolean;
}

/** Not committed. */
export const pictureFolder = path.join(root, 'e2e', '.screenshots');
/** A phone and a desktop. */
export const widths = [390, 1440] as const;
export const themes = ['dark', 'light'] as const;
type Width = 320 | 768 | (typeof widths)[number];
type Theme = (typeof themes)[number];
const heights: Record<Width, number> = { 320: 640, 390: 844, 768: 1024, 1440: 900 };

/** Limit of layout shift for every screen (content never jumps). */
const layoutShiftMax = 0.02;
/** Time limit of one state on a busy machine, in milliseconds. */
const stateWithinMs = 90_000;
const readyWithinMs = 20_000;

/** Complaints of Chromium about states that are errors, and about blocked workers. */
const expected = [failedOnPurpose, /BuildGoneError/, /service worker/i, /WebSocket connection/];

export const pictureOf = (state: string, width: Width, theme: Theme): string =>
  `${state.replaceAll(' ', '-')}-${width}-${theme}.jpg`;

/** Changes a setting as another tab does, which this page follows. */
const choose = (key: string, value: string) => `(() => {
  localStorage.setItem('${key}', '${value}');
  window.dispatchEvent(new StorageEvent('storage', { key: '${key}' }));
})()`;

interface Visitor extends Person {
  readonly requests: Requests;
}

/** Visits states one after the other, in a browser profile per role, and collects their problems. */
export class Walker {
  /** All problems so far, a line each, with the state and the step. */
  readonly wrong: string[] = [];
  readonly #browser: Browser;
  readonly #url: string;
  readonly #world: Pick<World, 'sessions' | 'passwords'>;
  readonly #visitors = new Map<Role, Visitor>();
  /** The current state and step, for complaints. */
  #state = '';
  #step = '';

  constructor(browser: Browser, url: string, world: Pick<World, 'sessions' | 'passwords'>) {
    this.#browser = browser;
    this.#url = url;
    this.#world = world;
  }

  /** Visits states one after the other, each within its time limit. */
  async walk(states: readonly (readonly [string, Screen])[]): Promise<void> {
    await mkdir(pictureFolder, { recursive: true });
    for (const [state, screen] of states) {
      if (!isWanted(state)) continue;
      this.#state = state;
      try {
        await within(stateWithinMs, 'it makes no progress', this.#look(screen));
        if (screen.isTheEnd === true || screen.hasWorker === true) await this.#leave(screen.as);
      } catch (error) {
        this.#note([error instanceof Error ? error.message : String(error)]);
        // A hanging state must not delay the next ones.
        await this.#leave(screen.as);
      }
    }
  }

  /** Closes every browser profile. */
  async end(): Promise<void> {
    for (const role of [...this.#visitors.keys()]) await this.#leave(role);
  }

  async #look(screen: Screen): Promise<void> {
    this.#step = 'opening a browser';
    const visitor = await this.#visitorAs(screen);
    const { page, complaints } = visitor;
    const complaintsBefore = complaints.length;
    if (screen.isProved === true) await this.#prove(page, screen.as);
    for (const hindrance of screen.hindered ?? []) await hinder(page, hindrance);
    if (screen.reach === undefined) {
      await this.#load(visitor, screen, 1440);
      await this.#picture(page, 1440);
    }
    await this.#load(visitor, screen, 390);
    if (screen.reach !== undefined) await this.#reach(visitor, screen);
    await this.#picture(page, 390);
    await this.#narrow(page);
    if (screen.reach !== undefined) {
      await this.#resize(page, 1440);
      // Menus close when the window is resized.
      if (!(await screen.shows(page).first().isVisible())) {
        await this.#load(visitor, screen, 1440);
        await this.#reach(visitor, screen);
      }
      await this.#picture(page, 1440);
    }
    this.#step = 'leaving';
    // First, because without the hindrances the page would continue.
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    this.#note(complaints.slice(complaintsBefore));
  }

  /** Proves the member's identity again: a proof is valid for minutes, and the walk takes longer. */
  async #prove(page: Page, role: Role): Promise<void> {
    const answer = await page.request.post(`${this.#url}/api/user/fresh-proof`, {
      headers: { origin: this.#url },
      data: { password: this.#world.passwords[role] },
    });
    if (!answer.ok()) throw new Error(`the proof is answered with ${answer.status()}`);
  }

  /** Opens the address as if for the first time. */
  async #load(visitor: Visitor, screen: Screen, width: Width): Promise<void> {
    const { page, requests } = visitor;
    await this.#resize(page, width);
    this.#step = `loading at ${width} pixels`;
    await page.goto('about:blank');
    requests.forget();
    await page.goto(screen.at);
    // The first view, before the app has loaded, follows no theme.
    await page.locator('#first-view').waitFor({ state: 'detached' });
    if (screen.reach === undefined) await screen.shows(page).first().waitFor();
    await this.#settle(visitor, screen);
    await this.#noteJumps(visitor.page);
  }

  async #reach(visitor: Visitor, screen: Screen): Promise<void> {
    this.#step = 'reaching it';
    await screen.reach?.(visitor.page);
    await screen.shows(visitor.page).first().waitFor();
    await this.#settle(visitor, screen);
    if (screen.comesByItself === true) await this.#noteJumps(visitor.page);
  }

  /** Waits until nothing changes. */
  async #settle({ page, requests }: Visitor, { isWaiting = false }: Screen): Promise<void> {
    const step = this.#step;
    this.#step = `${step}, until it is whole`;
    await untilWhole(page, isWaiting, readyWithinMs);
    this.#step = `${step}, until every answer is there`;
    if (!isWaiting) await requests.quiet(readyWithinMs);
    await untilWhole(page, isWaiting, readyWithinMs);
    this.#step = step;
  }

  async #noteJumps(page: Page): Promise<void> {
    const { value, moved } = await layoutShiftOf(page);
    if (value >= layoutShiftMax) this.#note([`it jumps by ${value.toFixed(3)}: ${moved.join('; ')}`]);
  }

  /** Takes a picture in each theme. Accessibility is checked in full in one theme; the other width checks the other. */
  async #picture(page: Page, width: 390 | 1440): Promise<void> {
    for (const theme of themes) {
      this.#step = `looking at it in ${width} pixels, ${theme}`;
      await page.evaluate(choose('ui-theme', theme));
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      await page.evaluate('scrollTo(0, 0)');
      await page.screenshot({
        path: path.join(pictureFolder, pictureOf(this.#state, width, theme)),
        type: 'jpeg',
        quality: 85,
        animations: 'disabled',
        style: drawn,
        // Overlays are fixed in the window.
        fullPage:
          (await page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').count()) ===
          0,
        timeout: readyWithinMs,
      });
      if ((width === 390) === (theme === 'dark')) this.#note(await wcagViolations(page));
    }
  }

  /**
   * Whether all content fits the window of tablets and of the narrowest phones, in English and in the longer words of
   * German.
   */
  async #narrow(page: Page): Promise<void> {
    for (const width of [768, 320] as const) {
      await this.#resize(page, width);
      // Elements positioned by script follow a frame later.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      this.#note(await sideways(page));
    }
    // Offline, another language can't be loaded.
    if (!(await page.evaluate('navigator.onLine'))) return;
    this.#step = 'at 320 pixels, in German';
    await page.evaluate(choose('ui-language', 'de'));
    await page.locator('html[lang=de]').waitFor();
    this.#note(await sideways(page));
    await page.evaluate(choose('ui-language', 'en'));
    await page.locator('html[lang=en]').waitFor();
  }

  async #resize(page: Page, width: Width): Promise<void> {
    this.#step = `at ${width} pixels`;
    await page.setViewportSize({ width, height: heights[width] });
  }

  #note(lines: readonly string[]): void {
    for (const line of lines) this.wrong.push(`${this.#state}, ${this.#step}: ${line}`);
  }

  async #visitorAs({ as: role, hasWorker = false }: Screen): Promise<Visitor> {
    const known = this.#visitors.get(role);
    if (known !== undefined) return known;
    const person = await openPerson(this.#browser, this.#url, expected, {
      storageState: this.#world.sessions[role],
      permissions: ['microphone', 'clipboard-write'],
      reducedMotion: 'reduce',
      serviceWorkers: hasWorker ? 'allow' : 'block',
    });
    await watchLayoutShifts(person.context);
    const visitor = { ...person, requests: new Requests(person.page) };
    this.#visitors.set(role, visitor);
    return visitor;
  }

  async #leave(role: Role): Promise<void> {
    const context = this.#visitors.get(role)?.context;
    this.#visitors.delete(role);
    if (context === undefined) return;
    await within(readyWithinMs, `the browser of the ${role} does not close`, context.close()).catch(
      (error: unknown) => this.wrong.push(String(error)),
    );
  }
}
