import { ProblemError, texts, validationTexts } from '@pmcw/contracts';
import type { Browser, CDPSession, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeViolations } from './support/axe.ts';
import { launchBrowser, openPerson, type Person } from './support/browser.ts';
import { type Instance, startInstance } from './support/instance.ts';
import { loggedOutMeanwhile, register } from './support/member.ts';

describe('signing in with a passkey', () => {
  let instance: Instance;
  let browser: Browser;
  let lena: Person;
  let page: Page;
  let authenticators: CDPSession;
  let authenticatorId: string;
  beforeAll(async () => {
    [instance, browser] = await Promise.all([startInstance('postgres'), launchBrowser()]);
    lena = await openPerson(browser, instance.url, [
      loggedOutMeanwhile,
      /status of 403 \(Forbidden\) \(\S+\/password\)/,
    ]);
    ({ page } = lena);
    authenticators = await page.context().newCDPSession(page);
    await authenticators.send('WebAuthn.enable');
    ({ authenticatorId } = await authenticators.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    }));
    await register(lena, 'Lena Weber', 'lena');
  });
  afterAll(async () => {
    await browser?.close();
    await instance?.remove();
  });

  const card = () => page.getByRole('region', { name: 'Ways to sign in' });
  const row = (name: string) => card().getByRole('listitem').filter({ hasText: name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Whether the authenticator verifies the user. */
  const isVerified = (isUserVerified: boolean) =>
    authenticators.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
  const leave = async () => {
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  };
  const untilSignedIn = () => page.getByRole('heading', { name: 'Dashboard' }).waitFor();

  it('is added in the dashboard, named, and replaces the password after confirming the member’s identity', async () => {
    await row('Password').waitFor();
    await card().getByText('This is your only way to sign in.').waitFor();
    await press('Add a passkey');
    await row('Not used yet').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await card()
      .getByRole('button', { name: /^Rename: / })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Rename passkey' });
    await dialog.getByLabel('Name').fill('Lena’s telephone');
    await dialog.getByRole('button', { name: 'Save name' }).click();
    await row('Lena’s telephone').waitFor();

    // As if more than five minutes had passed.
    const refusal = new ProblemError('fresh_proof_required', texts.refusals.freshProofRequired).toProblem();
    const stale = (route: Route) =>
      route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(refusal) });
    await page.route('**/api/user/sign-in-methods/password', stale, { times: 1 });
    await press('Remove: Password');
    await press('Remove');
    const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await proof.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await proof.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await row('Password').waitFor({ state: 'detached' });
    await card().getByText('This is your only way to sign in.').waitFor();
    expect(await page.getByRole('button', { name: 'Change Password' }).count()).toBe(0);

    await press('Choose a password');
    const choice = page.getByRole('dialog', { name: 'Choose a password' });
    const choose = async (password: string) => {
      await choice.getByLabel('New password', { exact: true }).fill(password);
      await choice.getByLabel('Confirm new password').fill(password);
      await choice.getByRole('button', { name: 'Save password' }).click();
    };
    await choose('password123');
    await choice.getByText(validationTexts.passwordTooCommon, { exact: true }).waitFor();
    await choose('a long enough password again');
    await row('Password').waitFor();
    await page.getByRole('button', { name: 'Change Password' }).waitFor();

    await page.goto('/dashboard/activity');
    for (const change of ['added a way to sign in: passkey', 'removed a way to sign in: password']) {
      await page.getByText(`You ${change}`).waitFor();
    }
  });

  it('signs in automatically at the username field, and by the button, which reports a cancellation', async () => {
    await leave();
    await page.goto('/auth');
    await untilSignedIn();
    await row('Lena’s telephone').getByText('Last used').waitFor();

    // A browser without autofill of passkeys.
    await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
    await isVerified(false);
    await leave();
    await page.goto('/auth');
    await press('Sign in with a passkey');
    await page.getByText('It was cancelled or took too long.', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await isVerified(true);
    await press('Sign in with a passkey');
    await untilSignedIn();
  });

  it('is no longer offered by the browser once it is removed', async () => {
    const kept = async () =>
      (await authenticators.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
    expect(await kept()).toBe(1);
    await press('Remove: Lena’s telephone');
    await press('Remove');
    await row('Lena’s telephone').waitFor({ state: 'detached' });
    await expect.poll(kept).toBe(0);
  });

  it('shows no provider button without a provider, and says whom to ask on a site without mail', async () => {
    const visitor = await openPerson(browser, instance.url);
    const options = visitor.page.waitForResponse('**/api/sign-in-options');
    await visitor.page.goto('/auth');
    await (await options).finished();
    await visitor.page.getByRole('button', { name: 'Forgot password?' }).click();
    const dialog = visitor.page.getByRole('dialog', { name: 'Forgot your password?' });
    await dialog.getByText('They check that it is you and send you the link.').waitFor();
    await dialog.getByRole('link', { name: 'Ask in the group' }).waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    const others = visitor.page.getByText(/^Continue with /);
    expect(await others.allTextContents()).toEqual(['Continue with a wallet']);
    expect(visitor.complaints).toEqual([]);
    await visitor.context.close();
  });
});
