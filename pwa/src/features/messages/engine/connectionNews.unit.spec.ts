import { beforeEach, expect, it } from 'vitest';
import { currentToast, toast } from '../../../base/ui/toasts.ts';
import { ConnectionNews } from './connectionNews.ts';

let news: ConnectionNews;
const said = () => currentToast()?.title;
beforeEach(() => {
  news = new ConnectionNews();
  toast({ title: 'before' });
});

it('says nothing of the tries of the schedule: a tunnel is no news', () => {
  for (const status of ['connecting', 'connected', 'disconnected', 'connecting', 'disconnected'] as const)
    news.becomes(status);
  expect(said()).toBe('before');
});

it('tells whoever asked for a try how it ends, once', () => {
  news.ask();
  expect(said()).toBe('Reconnecting...');
  news.becomes('connecting');
  news.becomes('connected');
  expect(currentToast()).toMatchObject({ title: 'Connected!', tone: 'success' });
  toast({ title: 'before' });
  news.becomes('disconnected');
  expect(said()).toBe('before');

  news.ask();
  news.becomes('connecting');
  news.becomes('disconnected');
  expect(currentToast()).toMatchObject({
    title: 'Connection failed',
    description: 'Could not establish a connection. Please try again later.',
    tone: 'danger',
  });
});

it('says for 6 seconds that the connection is lost, and then how the last try of the round goes', () => {
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
