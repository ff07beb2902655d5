import { type Incarnations, onlyIncarnation } from '@pmcw/runtime';
import { afterEach, expect, it } from 'vitest';
import { House } from '../../test/house.ts';

/** A log that can be restored under the gateway. */
class Restorable implements Incarnations {
  readonly #listeners: (() => void)[] = [];
  readonly look = onlyIncarnation.look;
  readonly restart = onlyIncarnation.restart;
  current = 'first';

  lostFrom(other: string): bigint | null {
    return other === 'first' && this.current === 'second' ? 2n : null;
  }

  onStarted(listener: () => void): void {
    this.#listeners.push(listener);
  }

  start(): void {
    this.current = 'second';
    for (const listener of this.#listeners) listener();
  }
}

let house: House;
afterEach(() => house.close());

it('a socket learns the incarnation, and is not replayed positions of another', async () => {
  const incarnations = new Restorable();
  house = await House.open({ incarnations });
  const [ada, ben] = [await house.member('ada'), await house.member('ben')];
  const first = await house.write(ada.id, ben.id);
  await house.write(ada.id, ben.id);
  const greet = async (incarnation?: string) => {
    const client = await house.socket(ben.token).opened();
    client.send({ type: 'authenticate', userId: ben.id, after: String(first), incarnation });
    return { client, authenticated: await client.first('authenticated') };
  };

  const known = await greet('first');
  expect(known.authenticated).toMatchObject({ incarnation: 'first' });
  await known.client.first('resumed');
  // As apps of earlier releases.
  await (await greet()).client.first('resumed');

  incarnations.start();
  await known.client.closed;
  await expect.poll(() => house.gateway.stats().follower.status).toBe('following');
  const late = await greet('first');
  expect(late.authenticated).toMatchObject({ incarnation: 'second', lostFrom: '2' });
  const position = String(await house.write(ada.id, ben.id, 'new'));
  expect(await late.client.first('new_message')).toMatchObject({ position });
  expect(late.client.frames.filter(({ type }) => type === 'resumed')).toEqual([]);
});
