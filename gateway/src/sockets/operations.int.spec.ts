import { type Check, createOperations, createRegistry } from '@pmcw/runtime';
import { afterEach, expect, it, vi } from 'vitest';
import { House, type HouseOptions } from '../../test/house.ts';
import { silent } from '../../test/silent.ts';

const houses: House[] = [];
async function openHouse(options: HouseOptions = {}): Promise<House> {
  const house = await House.open(options);
  houses.push(house);
  return house;
}
afterEach(async () => {
  for (const house of houses.splice(0)) await house.close();
});

const logger = { ...silent.logger, info: () => undefined };
const ask = ({ port }: House, path: string) => fetch(`http://127.0.0.1:${port}${path}`);

it('answers operators on the port of the sockets, and no other paths', async () => {
  const registry = createRegistry();
  let ok = true;
  const notary: Check = async () => (ok ? { ok } : { ok, reason: 'in a spec' });
  const operations = createOperations({ part: 'notary', registry, checks: { notary }, logger, freshMs: 0 });
  const house = await openHouse({ registry, operations });
  expect(await (await ask(house, '/healthz')).json()).toEqual({ alive: true });
  expect(await (await ask(house, '/readyz')).json()).toMatchObject({
    ready: true,
    checks: { notary: { ok: true } },
  });
  ok = false;
  expect((await ask(house, '/readyz')).status).toBe(503);
  expect((await ask(house, '/')).status).toBe(404);
});

it('counts events by kind, never by member', async () => {
  const registry = createRegistry();
  const checks = { notary: async () => ({ ok: true }) as const };
  const operations = createOperations({ part: 'notary', registry, checks, logger });
  const house = await openHouse({ registry, operations });
  const [lena, nils] = [await house.member('lena'), await house.member('nils')];
  const [from, to] = [await house.connect(lena), await house.connect(nils)];
  from.send({ type: 'message', receiverId: nils.id, content: 'hello' });
  await to.first('new_message');
  from.send({ type: 'message', receiverId: lena.id, content: 'to myself' });
  await from.first('error');
  const answer = await ask(house, '/metrics');
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const metrics = (await answer.text()).split('\n');
  expect(metrics).toEqual(
    expect.arrayContaining([
      'gateway_sockets 2',
      'gateway_sockets_authenticated 2',
      'gateway_following 1',
      'gateway_sockets_opened_total 2',
      'gateway_frames_received_total{frame="message"} 2',
      'gateway_commands_total{command="SendMessage",outcome="done"} 1',
      'gateway_commands_total{command="SendMessage",outcome="invalid_input"} 1',
    ]),
  );
  expect(metrics.join('\n')).not.toMatch(/lena|nils/);
});

it('does not touch a response whose reader has left', async () => {
  const answers: (() => void)[] = [];
  const slow = () =>
    new Promise<{ ok: true }>((resolve) => {
      answers.push(() => resolve({ ok: true }));
    });
  const operations = createOperations({
    ...{ part: 'notary', registry: createRegistry(), checks: { notary: slow }, logger, freshMs: 0 },
  });
  const failed = vi.spyOn(silent.logger, 'error');
  const house = await openHouse({ operations, logger: silent.logger });
  const leaving = new AbortController();
  const asked = fetch(`http://127.0.0.1:${house.port}/readyz`, { signal: leaving.signal });
  await expect.poll(() => answers.length).toBe(1);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  // When this answer arrives, the server has seen the other reader leave.
  await ask(house, '/healthz');
  const next = operations.answer('/readyz');
  answers[0]?.();
  await next;
  expect((await ask(house, '/healthz')).status).toBe(200);
  expect(failed).not.toHaveBeenCalled();
});
