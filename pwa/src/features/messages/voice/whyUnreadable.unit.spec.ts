import { afterEach, describe, expect, it, vi } from 'vitest';
import { ofServer, refusedByServer } from '../../../base/api/ofServer.forSpecs.ts';
import { whyUnreadable } from './whyUnreadable.ts';

const everything = () => 'probably';
/** As some browsers of Apple: they know the file type, but not Opus. */
const noOpus = (type: string) => (type.includes('opus') ? '' : 'maybe');
const answer = (status: number, headers: Record<string, string>) =>
  vi.stubGlobal('fetch', async () => new Response(null, { status, headers }));

afterEach(() => vi.unstubAllGlobals());

describe('sound that an audio element can’t read', () => {
  it.each([
    ['its type is not played here', 200, { ...ofServer, 'content-type': 'audio/webm' }, noOpus, 'unplayable'],
    ['its type is played here', 200, { ...ofServer, 'content-type': 'audio/webm' }, everything, 'broken'],
    ['another type is played here', 200, { ...ofServer, 'content-type': 'audio/mp4' }, noOpus, 'broken'],
    ['the server has it no longer', 404, refusedByServer, noOpus, 'broken'],
    ['the server is down', 503, refusedByServer, noOpus, 'away'],
    ['a Wi-Fi login page answers', 200, { 'content-type': 'text/html' }, noOpus, 'away'],
    ['a Wi-Fi login page finds nothing', 404, { 'content-type': 'text/html' }, noOpus, 'away'],
  ])('when %s', async (_when, status, headers, canPlay, reason) => {
    answer(status, headers);
    expect(await whyUnreadable('/media/1', canPlay)).toBe(reason);
  });

  it('without an answer is unavailable', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await whyUnreadable('/media/1', everything)).toBe('away');
  });

  it.each([
    ['audio/webm;codecs=opus', noOpus, 'unplayable'],
    ['audio/ogg', noOpus, 'unplayable'],
    ['audio/mp4', noOpus, 'broken'],
    ['audio/webm', everything, 'broken'],
  ])('and is on this device: %s', async (type, canPlay, reason) => {
    expect(await whyUnreadable(new Blob(['sound'], { type }), canPlay)).toBe(reason);
  });
});
