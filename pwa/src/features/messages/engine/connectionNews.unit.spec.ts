import { beforeEach, expect, it } from 'vitest';
import { currentToast, toast } from '../../../base/ui/toasts.ts';
import { ConnectionNews } from './connectionNews.ts';

let news: ConnectionNews;
const said = () => currentToast()?.title;
beforeEach(() => {
  news = new ConnectionNews();
  toast({ title: 'before' });
});

it('stays silent about scheduled tries', () => {
  for (const status of ['connecting', 'connected', 'disconnected', 'connecting', 'disconnected'] as const)
    news.becomes(status);
  expect(said()).toBe('before');
});

it('reports the result of a requested try, once', () => {
  news.requested();
  expect(said()).toBe('Reconnecting...');
  news.becomes('connecting');
  news.becomes('connected');
  expect(currentToast()).toMatchObject({ title: 'Connected!', tone: 'success' });
  toast({ title: 'before' });
  news.becomes('disconnected');
  expect(said()).toBe('before');

  news.requested();
  news.becomes('connecting');
  news.becomes('disconnected');
  expect(currentToast()).toMatchObject({
    title: 'Connection failed',
    description: 'Could not establish a connection. Please try again later.',
    tone: 'danger',
  });
});

it("reports for 6 seconds that the connection is lost, and then the result of the round's last try", () => {
  news.lost();
  expect(currentToast()).toMatchObject({ title: 'Connection lost', durationMs: 6000 });
  news.becomes('connecting');
  expect(said()).toBe('Reconnecting...');
  news.becomes('disconnected');
  expect(said()).toBe('Connection failed');
  toast({ title: 'before' });
  news.becomes('connecting');
  news.becomes('disconnected');
  expect(said()).toBe('before');

  news.lost();
  news.becomes('connecting');
  news.becomes('connected');
  expect(said()).toBe('Connected!');
});
