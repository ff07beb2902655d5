import { describe, expect, it } from 'vitest';
import { addressKey, clientAddress, proxyList, requestRates } from './addresses.ts';

describe('the key of an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['0000:0000:0000:0000:0000:ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['not an address', 'unknown'],
    ['203.0.113.7:443', 'unknown'],
  ])('of %j is %s', (address, key) => expect(addressKey(address)).toBe(key));
});

describe("a client's address", () => {
  const behind = proxyList(['172.31.80.10', '10.0.0.0/8', 'fd00::/8']);
  const alone = proxyList([]);

  it.each([
    ['is that of the proxy if nothing was forwarded', '172.31.80.10', '', '172.31.80.10'],
    ['is the last one that a proxy saw', '172.31.80.10', '203.0.113.7', '203.0.113.7'],
    ['is not what the client claimed', '172.31.80.10', '6.6.6.6, 203.0.113.7', '203.0.113.7'],
    ['is found behind several proxies', '172.31.80.10', '6.6.6.6,203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['is found behind a proxy of IPv6', 'fd00::5', '2001:db8::1', '2001:db8::1'],
    ['is found if the proxy is spelled as IPv6', '::ffff:172.31.80.10', '203.0.113.7', '203.0.113.7'],
    ['is a proxy if there were only proxies on the way', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['is invalid if a proxy forwards an invalid one', '10.0.0.1', 'unknown', 'unknown'],
  ])('%s', (_name, peer, forwarded, expected) => {
    expect(clientAddress(peer, forwarded, behind)).toBe(expected);
  });

  it('is its own without trusted proxies, whatever it claims', () => {
    expect(clientAddress('203.0.113.7', '6.6.6.6', alone)).toBe('203.0.113.7');
    expect(clientAddress('127.0.0.1', '6.6.6.6', alone)).toBe('127.0.0.1');
    expect(clientAddress('172.31.80.11', '6.6.6.6', behind)).toBe('172.31.80.11');
  });

  it.each(['127.0.0.1', '::1'])('%s is a proxy if loopback is trusted', (peer) => {
    expect(clientAddress(peer, '203.0.113.7', proxyList(['loopback']))).toBe('203.0.113.7');
  });
});

describe('the rate of requests', () => {
  it('is counted per household, independently', () => {
    const count = requestRates('on');
    const waits = Array.from({ length: 700 }, (_, n) => count?.(`2001:db8::${(n % 9) + 1}`));
    expect(waits.slice(0, 600)).toEqual(new Array(600).fill(0));
    expect(waits.at(-1)).toBe(1);
    expect(count?.('2001:db8:0:1::1')).toBe(0);
  });

  it('is not counted when limits are off', () => {
    expect(requestRates('off')).toBeUndefined();
  });
});
