import { afterEach, describe, expect, it } from 'vitest';
import { House, type HouseOptions, type Member } from '../../test/house.ts';
import { answerTo, upgradeRequest } from '../../test/upgrade.ts';

let house: House | undefined;
afterEach(async () => {
  await house?.close();
  house = undefined;
});

/** A gateway that accepts two upgrades per address, and the addresses that it saw. */
async function open(options: HouseOptions = {}) {
  const seen: string[] = [];
  const countRequest = (address: string) => {
    seen.push(address);
    return seen.filter((other) => other === address).length > 2 ? 7 : 0;
  };
  house = await House.open({ countRequest, ...options });
  return { seen, house, lena: await house.member('lena') };
}

const knock = async (at: House, { token }: Member, forwardedFor: string) => {
  const client = await at.socket(token, { 'x-forwarded-for': forwardedFor }).opened();
  await client.close();
};

describe('upgrades of one address', () => {
  it('are refused when there are too many, before origin and session are checked', async () => {
    const { house, lena } = await open();
    for (const _ of [1, 2]) await knock(house, lena, '');
    await expect(knock(house, lena, '')).rejects.toThrow('refused with 429');
    await expect(house.socket(null, { origin: 'https://evil.example' }).opened()).rejects.toThrow(
      'refused with 429',
    );
  });

  it('are refused with Retry-After, in a form that is neither executed nor cached', async () => {
    const { house } = await open();
    const ask = () => answerTo(house.port, upgradeRequest({ origin: 'https://evil.example', cookie: '' }));
    for (const _ of [1, 2]) expect(await ask()).toMatch(/^HTTP\/1\.1 403 /);
    const refused = (await ask()).toLowerCase();
    expect(refused).toMatch(/^http\/1\.1 429 too many requests\r\n/);
    for (const header of [
      'retry-after: 7',
      'cache-control: no-store',
      "content-security-policy: default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options: nosniff',
      'content-type: application/problem+json; charset=utf-8',
    ]) {
      expect(refused).toContain(`\r\n${header}\r\n`);
    }
    expect(refused).toContain('"code":"too_many_requests"');
  });

  it('are refused with a request id, which only a trusted proxy may choose', async () => {
    const given = '0b0e7a5c-6b0e-4c5a-9a51-3f6f3f5b7f10';
    const idOf = async (at: House) => {
      const headers = { origin: 'https://evil.example', cookie: '', 'x-request-id': given };
      return /\r\nx-request-id: (\S+)\r\n/i.exec(await answerTo(at.port, upgradeRequest(headers)))?.[1];
    };
    const { house: alone } = await open();
    const ids = [await idOf(alone), await idOf(alone)];
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set([...ids, given]).size).toBe(3);
    await alone.close();
    const { house: behind } = await open({ trustProxy: ['loopback'] });
    expect(await idOf(behind)).toBe(given);
  });

  it("are counted by the peer's address, whatever it claims, if there is no proxy", async () => {
    const { house, lena, seen } = await open();
    await knock(house, lena, '6.6.6.6');
    await knock(house, lena, '7.7.7.7');
    await expect(knock(house, lena, '8.8.8.8')).rejects.toThrow('refused with 429');
    expect(seen).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
  });

  it('are counted by the address that the proxy saw, behind one', async () => {
    const { house, lena, seen } = await open({ trustProxy: ['127.0.0.1'] });
    for (const claim of ['6.6.6.6', '7.7.7.7']) await knock(house, lena, `${claim}, 203.0.113.7`);
    await expect(knock(house, lena, '203.0.113.7')).rejects.toThrow('refused with 429');
    await knock(house, lena, '203.0.113.8');
    expect(seen).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.8']);
  });
});
