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

/** A screen in one of its states. */
export interface Screen {
  /** Who looks at it. */
  readonly as: Role;
  /** The address that leads to it. */
  readonly at: string;
  /** What happens to the server's answers. */
  readonly hindered?: readonly Hindrance[];
  /** Some actions need a proof of the last minutes that the session is the member's. */
  readonly isProved?: boolean;
  /** What is done there until the state is reached. Without it, the address alone leads to the state. */
  readonly reach?: (page: Page) => Promise<unknown>;
  /** What is seen once the state is reached. */
  readonly shows: (page: Page) => Locator;
  /** What is reached comes without anybody doing something, so it is to move nothing. */
  readonly comesByItself?: boolean;
  /** Something stands in for an answer that never comes. */
  readonly isWaiting?: boolean;
  /** A service worker is at work. Past it no answer can be hindered, so elsewhere there is none. */
  readonly hasWorker?: boolean;
  /** Whoever has been there comes to the next state with another browser profile. */
  readonly isTheEnd?: boolean;
}

/** Where the pictures are, which nobody commits. */
export const pictureFolder = path.join(root, 'e2e', '.screenshots');
/** A telephone and a desktop. */
export const widths = [390, 1440] as const;
/** Both themes of the app. */
export const themes = ['dark', 'light'] as const;
type Width = 320 | 768 | (typeof widths)[number];
type Theme = (typeof themes)[number];
const heights: Record<Width, number> = { 320: 640, 390: 844, 768: 1024, 1440: 900 };

/** What every screen has to keep (issue 5, "content never jumps"). */
const layoutShiftMax = 0.02;
/** The longest that one state takes on a busy machine, in milliseconds; then it stands still. */
const stateWithinMs = 90_000;
const readyWithinMs = 20_000;

/** What Chromium says of states that are errors, and of workers that are kept out. */
const expected = [failedOnPurpose, /BuildGoneError/, /service worker/i, /WebSocket connection/];

/** The file with the picture of a state. */
export const pictureOf = (state: string, width: Width, theme: Theme): string =>
  `${state.replaceAll(' ', '-')}-${width}-${theme}.jpg`;

/** Chooses something as another tab does, which this one follows. */
const choose = (key: string, value: string) => `(() => {
  localStorage.setItem('${key}', '${value}');
  window.dispatchEvent(new StorageEvent('storage', { key: '${key}' }));
})()`;

interface Visitor extends Person {
  readonly requests: Requests;
}

/** Goes from state to state, in a browser profile for each role, and notes what is wrong with them. */
export class Walker {
  /** All that is wrong so far, a line each, which names the state and what was being done. */
  readonly wrong: string[] = [];
  readonly #browser: Browser;
  readonly #url: string;
  readonly #world: Pick<World, 'sessions' | 'passwords'>;
  readonly #visitors = new Map<Role, Visitor>();
  /** Where it is, so that what goes wrong, or stands still, can say where. */
  #state = '';
  #step = '';

  constructor(browser: Browser, url: string, world: Pick<World, 'sessions' | 'passwords'>) {
    this.#browser = browser;
    this.#url = url;
    this.#world = world;
  }

  /** Looks at states one after the other; each ends in time, whatever becomes of it. */
  async walk(states: readonly (readonly [string, Screen])[]): Promise<void> {
    await mkdir(pictureFolder, { recursive: true });
    for (const [state, screen] of states) {
      if (!isWanted(state)) continue;
      this.#state = state;
      try {
        await within(stateWithinMs, 'it stands still', this.#look(screen));
        if (screen.isTheEnd === true || screen.hasWorker === true) await this.#leave(screen.as);
      } catch (error) {
        this.#note([error instanceof Error ? error.message : String(error)]);
        // What hangs there is not to hold up what comes after.
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
      // Menus close when the window changes.
      if (!(await screen.shows(page).first().isVisible())) {
        await this.#load(visitor, screen, 1440);
        await this.#reach(visitor, screen);
      }
      await this.#picture(page, 1440);
    }
    this.#step = 'leaving';
    // First of all: with the hindrances gone, the page would go on.
    await page.goto('about:blank');
    await page.context().setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    this.#note(complaints.slice(complaintsBefore));
  }

  /** Proves who the member is: a proof is valid for minutes, and the walk takes longer. */
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
    // What the page shows before the app is there follows no theme.
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

  /** Waits until nothing more comes. */
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

  /** Takes a picture in each theme. What is read out and how it is built is looked at in one of them, the other at the other width. */
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
        // What lies over the page stands in the window.
        fullPage:
          (await page.locator('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]').count()) ===
          0,
        timeout: readyWithinMs,
      });
      if ((width === 390) === (theme === 'dark')) this.#note(await wcagViolations(page));
    }
  }

  /** Whether all of it is in the window of tablets, and of the narrowest telephones, in English and in the longer words of German. */
  async #narrow(page: Page): Promise<void> {
    for (const width of [768, 320] as const) {
      await this.#resize(page, width);
      // What is placed by script follows a frame later.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      this.#note(await sideways(page));
    }
    // Without a network another language can't be had.
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
