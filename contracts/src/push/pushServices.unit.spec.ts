import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPushEndpoint, knownPushServices } from './pushServices.ts';

describe('an allowed push address', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QABC',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
  ])('%s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true);
  });

  it.each([
    '',
    'fcm.googleapis.com',
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@127.0.0.1/',
    'https://someone:secret@fcm.googleapis.com/',
    'https://evilfcm.googleapis.com/',
    'https://fcm.googleapis.com.evil.example/',
    'https://notify.windows.com/',
    'https://evilnotify.windows.com/',
    'https://127.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://localhost/',
    'https://10.0.0.1/push.apple.com',
    'file:///etc/passwd',
  ])('not %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false);
  });

  it('is at no other host, whatever its other parts', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (endpoint) => {
        const { hostname } = new URL(endpoint);
        const isKnown = knownPushServices.some((service) => hostname.endsWith(service.replace('*', '')));
        expect(isPushEndpoint(endpoint)).toBe(isKnown && endpoint.startsWith('https:'));
      }),
    );
  });

  it('is the origin that a test names, with no other port or scheme', () => {
    const services = ['http://127.0.0.1:9000'];
    expect(isPushEndpoint('http://127.0.0.1:9000/a', services)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:9001/a', services)).toBe(false);
    expect(isPushEndpoint('https://127.0.0.1:9000/a', services)).toBe(false);
    expect(isPushEndpoint('https://fcm.googleapis.com/a', services)).toBe(false);
  });
});
