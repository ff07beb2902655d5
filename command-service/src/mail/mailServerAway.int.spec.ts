import { silent as quiet } from '@pmcw/resilience';
import {
  type MailServerStandIn,
  type SilentServer,
  startMailServer,
  startSilentServer,
} from '@pmcw/testing/mail';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicUrl, type SignedIn } from '../../test/browser.ts';
import { mailFrom, password, type Running, run } from '../../test/running.ts';
import { createCommandService } from '../index.ts';

const minute = 60_000;
const warnings: string[] = [];
const logger = {
  ...quiet,
  warn: (_: object, message: string) => void warnings.push(message),
};
let silent: SilentServer;
let app: Running;
let ada: SignedIn;
beforeAll(async () => {
  silent = await startSilentServer();
  // Sends no mail.
  app = await run();
  ada = await app.register('ada');
});
afterAll(async () => {
  await app.stop();
  await silent.close();
});

/** A process that sends mail, beside the one that handles requests. */
async function sender(smtpUrl: string) {
  const { eventStore, vault } = app;
  const limits = { lookEveryMs: 100, graceMs: 0 };
  const mail = { smtpUrl, from: mailFrom, publicUrl, limits };
  const service = createCommandService({ eventStore, vault, mail, logger });
  await service.start();
  return service;
}
/** Waits until a mail was delivered and marked as sent, so that it is not sent again. */
async function arrived(server: MailServerStandIn): Promise<void> {
  await expect.poll(() => server.to('ada@example.org')).toHaveLength(1);
  await expect.poll(() => app.vault.mails.waiting()).toBe(0);
}
const changePassword = () =>
  ada.post('/api/user/change-password', { currentPassword: password, newPassword: password });

it('reports nothing from before the first start, and later everything from while no process ran', async () => {
  const { url, close, port } = await startMailServer();
  await changePassword();
  const first = await sender(url);
  await close();
  await first.close();
  expect((await changePassword()).status).toBe(204);
  const server = await startMailServer({ port });
  const second = await sender(server.url);
  await arrived(server);
  await second.close();
  await server.close();
});

it('ends while the server does not answer, and the next process sends the mail at once', async () => {
  const service = await sender(silent.url);
  expect((await changePassword()).status).toBe(204);
  await expect.poll(() => silent.connections()).toBe(1);
  await service.close();
  expect(await app.vault.mails.waiting()).toBe(1);
  const server = await startMailServer();
  const next = await sender(server.url);
  await arrived(server);
  await next.close();
  await server.close();
});

it('sends waiting mail once the server is back', async () => {
  const gone = await startMailServer();
  await gone.close();
  const service = await sender(gone.url);
  const failed = warnings.length;
  await changePassword();
  await expect.poll(() => warnings.length).toBe(failed + 1);
  const server = await startMailServer({ port: gone.port });
  await app.pass(minute);
  await arrived(server);
  await service.close();
  await server.close();
});
