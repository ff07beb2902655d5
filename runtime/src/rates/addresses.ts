import { BlockList, isIP } from 'node:net';
import { limits } from '@pmcw/contracts';
import { Rates } from './rates.ts';

function groupsOf(address: string): string[] {
  // URLs normalize addresses.
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...new Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

function plain(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return address;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The key for counting: the address, or the /64 of an IPv6 address (one household). Invalid ones share a key. */
export function addressKey(address: string): string {
  const known = plain(address);
  switch (isIP(known)) {
    case 4:
      return known;
    case 6:
      return `${groupsOf(known).slice(0, 4).join(':')}::/64`;
    default:
      return 'unknown';
  }
}

const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const family = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

export function proxyList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks.flatMap((one) => namedNetworks[one] ?? [one])) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
}

/**
 * The last address in `X-Forwarded-For` that is not a trusted proxy; earlier ones may be forged. HTTP services use
 * `request.ip` instead.
 * @param peer address of the connection
 */
export function clientAddress(
  peer: string,
  forwardedFor: string,
  isProxy: (address: string) => boolean,
): string {
  const chain = [
    plain(peer),
    ...forwardedFor
      .split(',')
      .map((part) => plain(part.trim()))
      .reverse(),
  ];
  const known = chain.filter((address) => address !== '');
  return known.find((address) => !isProxy(address)) ?? known.at(-1) ?? peer;
}

/** Returns the seconds to wait, or 0. */
export type CountRequest = (address: string) => number;

/** Limits of a process by client address. Undefined when off. */
export function requestRates(rateLimits: 'on' | 'off'): CountRequest | undefined {
  if (rateLimits === 'off') return undefined;
  const { requestsPerSecond: perSecond, requestsBurst: burst } = limits;
  const rates = new Rates<string>({ perSecond, burst });
  return (address) => rates.take(addressKey(address));
}
