import { readdir, rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activityScreens } from './support/activityScreens.ts';
import { addressScreens } from './support/addressScreens.ts';
import { adminScreens } from './support/adminScreens.ts';
import { launchBrowser, withMicrophone } from './support/browser.ts';
import { historyScreens } from './support/historyScreens.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { memberScreens } from './support/memberScreens.ts';
import { messageScreens } from './support/messageScreens.ts';
import { newSiteScreens } from './support/newSiteScreens.ts';
import { copyRelease, type Release } from './support/release.ts';
import {
  isWanted,
  statesForAdmins,
  statesForMembers,
  statesForVisitors,
  statesOfActivity,
  statesOfAddresses,
  statesOfHistory,
  statesOfNewSite,
  statesOfSignIn,
  statesOfUpdates,
} from './support/screenList.ts';
import { openWorld, type World } from './support/screenMembers.ts';
import { signInScreens } from './support/signInScreens.ts';
import { updateScreens } from './support/updateScreens.ts';
import { visitorScreens } from './support/visitorScreens.ts';
import { pictureFolder, pictureOf, type Screen, themes, Walker, widths } from './support/walk.ts';
import { within } from './support/within.ts';

let instance: Instance;
let browser: Browser;
let world: World;
let release: Release;
beforeAll(async () => {
  await rm(pictureFolder, { recursive: true, force: true });
  release = await copyRelease();
  [instance, browser] = await Promise.all([
    startInstance('postgres', { settings: { APP_FILES: release.folder, CHECKPOINT_SECONDS: '1' } }),
    launchBrowser(withMicrophone),
  ]);
  world = await openWorld(instance);
});
afterAll(async () => {
  await within(20_000, 'the browser does not close', browser?.close());
  await within(20_000, 'the requests do not end', world?.dispose());
  await within(60_000, 'the product does not end', instance?.remove());
  await release?.remove();
});

/** Visits groups of states in parallel; returns their problems. */
async function walk(...groups: readonly Readonly<Record<string, Screen>>[]): Promise<string[]> {
  const walkers = groups.map(() => new Walker(browser, instance.url, world));
  await Promise.all(walkers.map((walker, i) => walker.walk(Object.entries(groups[i] ?? {}))));
  await Promise.all(walkers.map((walker) => walker.end()));
  return walkers.flatMap(({ wrong }) => wrong);
}

describe('every screen in every state, on phone and desktop, dark and light, is accessible and does not jump', () => {
  it('on a new site', { timeout: 1_200_000 }, async () => {
    expect(await walk(newSiteScreens)).toEqual([]);
  });

  it('on a site in use', { timeout: 1_200_000 }, async () => {
    await world.fill();
    expect(
      await walk(
        { ...visitorScreens, ...addressScreens, ...signInScreens, ...adminScreens },
        { ...memberScreens, ...messageScreens, ...historyScreens, ...activityScreens },
      ),
    ).toEqual([]);
  });

  it('when a new version is there', { timeout: 1_200_000 }, async () => {
    const publish = async (build: string) => {
      await release.next(build);
      await instance.stop();
      await instance.start();
    };
    expect(await walk(updateScreens(publish))).toEqual([]);
  });

  it('without missing states', async () => {
    const states = [
      ...statesOfNewSite,
      ...statesForVisitors,
      ...statesOfAddresses,
      ...statesForMembers,
      ...statesForAdmins,
      ...statesOfHistory,
      ...statesOfActivity,
      ...statesOfSignIn,
      ...statesOfUpdates,
    ].filter(isWanted);
    const pictures = states.flatMap((state) =>
      widths.flatMap((width) => themes.map((theme) => pictureOf(state, width, theme))),
    );
    expect((await readdir(pictureFolder)).sort()).toEqual(pictures.sort());
  });
});
