import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { countMails } from './metrics.ts';

it('counts mails by kind and outcome, and measures the queue while the vault answers', async () => {
  const registry = new Registry();
  let waiting = async () => 3;
  const observe = countMails(registry, () => waiting());
  observe('passkey_added', 'queued');
  observe('passkey_added', 'sent');
  observe('passkey_added', 'sent');
  const text = await registry.metrics();
  expect(text).toContain('mails_total{kind="passkey_added",outcome="queued"} 1');
  expect(text).toContain('mails_total{kind="passkey_added",outcome="sent"} 2');
  expect(text).toContain('mails_waiting 3');
  waiting = () => Promise.reject(new Error('the vault is unavailable'));
  expect(await registry.metrics()).toContain('mails_waiting 3');
});
