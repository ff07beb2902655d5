import { BACKWARDS, END, FORWARDS, type Position, START } from '@eventstore/db-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { appendedAt, describeTargets, happenings, newStream, recorded } from './targets.ts';

const greatest = 2n ** 64n - 1n;

describeTargets('Reads', (target) => {
  const stream = newStream();
  let last: Position;
  beforeAll(async () => {
    last = appendedAt(await target().client.appendToStream(stream, happenings(70)));
  });

  describe('of a stream', () => {
    const revisions = async (options: Parameters<typeof readStream>[1]) => {
      const events = await recorded(readStream(stream, options));
      return { count: events.length, first: events[0]?.revision, last: events.at(-1)?.revision };
    };
    const readStream = (
      name: string,
      options: {
        direction?: 'forwards' | 'backwards';
        fromRevision?: 'start' | 'end' | bigint;
        maxCount?: number;
      },
    ) => target().client.readStream(name, options);

    it.each([
      [START, { count: 70, first: 0n, last: 69n }],
      [1n, { count: 69, first: 1n, last: 69n }],
      [69n, { count: 1, first: 69n, last: 69n }],
      [70n, { count: 0 }],
      [1000n, { count: 0 }],
    ] as const)('go forwards from %s', async (fromRevision, expected) => {
      expect(await revisions({ direction: FORWARDS, fromRevision })).toEqual(
        expect.objectContaining(expected),
      );
    });

    it.each([
      [END, { count: 70, first: 69n, last: 0n }],
      [greatest, { count: 70, first: 69n, last: 0n }],
      [START, { count: 1, first: 0n, last: 0n }],
      [1n, { count: 2, first: 1n, last: 0n }],
      [1000n, { count: 70, first: 69n, last: 0n }],
    ] as const)('go backwards from %s', async (fromRevision, expected) => {
      expect(await revisions({ direction: BACKWARDS, fromRevision })).toEqual(
        expect.objectContaining(expected),
      );
    });

    it('end once enough was read', async () => {
      expect(await revisions({ maxCount: 33 })).toEqual({ count: 33, first: 0n, last: 32n });
      expect(await revisions({ direction: BACKWARDS, fromRevision: END, maxCount: 1 })).toMatchObject({
        count: 1,
        first: 69n,
      });
    });

    it('fail without a stream', async () => {
      const streamName = newStream();
      const notFound = { type: 'stream-not-found', streamName, message: `${streamName} not found` };
      await expect(recorded(readStream(streamName, {}))).rejects.toMatchObject(notFound);
      const backwards = readStream(streamName, { direction: BACKWARDS, fromRevision: END });
      await expect(recorded(backwards)).rejects.toMatchObject(notFound);
    });

    it('fail forward from the end, for no events, and from impossible revisions', async () => {
      const unexpected = { type: 'unknown', message: '2 UNKNOWN: Unexpected ReadStreamResult: Error' };
      await expect(revisions({ fromRevision: END })).rejects.toMatchObject(unexpected);
      await expect(revisions({ maxCount: 0 })).rejects.toMatchObject(unexpected);
      await expect(revisions({ fromRevision: 2n ** 63n })).rejects.toMatchObject({ type: 'unknown' });
    });
  });

  describe('of the whole log', () => {
    const readAll = (
      fromPosition: Position | 'start' | 'end',
      direction: 'forwards' | 'backwards' = FORWARDS,
    ) => recorded(target().client.readAll({ fromPosition, direction, maxCount: 40 }));
    const ofStream = async () => (await recorded(target().client.readStream(stream))).map(({ id }) => id);
    const place = async (index: number): Promise<Position> => {
      const events = await readAll(last, BACKWARDS);
      const id = (await ofStream()).at(index);
      const position = events.find((event) => event.id === id)?.position;
      if (position === undefined) throw new Error('Another writer is too fast for this test');
      return position;
    };

    it('start with system events', async () => {
      expect((await readAll(START))[0]?.type).toMatch(/^\$/);
      expect(await readAll({ commit: 0n, prepare: 0n })).toEqual(await readAll(START));
      expect(await readAll(START, BACKWARDS)).toEqual([]);
    });

    it('go forward from an event, and backward from before it', async () => {
      const ids = await ofStream();
      const from = await place(60);
      expect((await readAll(from)).slice(0, 10).map(({ id }) => id)).toEqual(ids.slice(60));
      expect((await readAll(from, BACKWARDS)).slice(0, 20).map(({ id }) => id)).toEqual(
        ids.slice(40, 60).reverse(),
      );
    });

    it('treat a prepare position of 0 as before the event, and backward as before the previous one', async () => {
      const ids = await ofStream();
      const { commit } = await place(60);
      const from = { commit, prepare: 0n };
      expect((await readAll(from))[0]?.id).toBe(ids[60]);
      expect((await readAll(from, BACKWARDS))[0]?.id).toBe(ids[58]);
    });

    it('find nothing after the end, forward', async () => {
      const far = { commit: last.commit + 2n ** 40n, prepare: 0n };
      expect(await readAll(far)).toEqual([]);
      expect(await readAll(END)).toEqual([]);
      expect(await readAll({ commit: greatest, prepare: greatest })).toEqual([]);
    });

    it('go backward from the end', async () => {
      const newest = await readAll(END, BACKWARDS);
      expect(newest.map(({ id }) => id)).toContain((await ofStream()).at(-1));
      const position = { commit: greatest, prepare: greatest };
      expect((await readAll(position, BACKWARDS))[0]?.id).toBe(newest[0]?.id);
    });

    it('fail where no event starts, and backward after the end', async () => {
      const { commit } = await place(60);
      const within = { commit: commit + 1n, prepare: commit + 1n };
      const far = { commit: commit + 2n ** 40n, prepare: commit };
      const unexpected = {
        type: 'unknown',
        message: expect.stringMatching(/^2 UNKNOWN: Unexpected ReadAllResult: (Error|InvalidPosition)$/),
      };
      await expect(readAll(within)).rejects.toMatchObject(unexpected);
      await expect(readAll(within, BACKWARDS)).rejects.toMatchObject(unexpected);
      await expect(readAll(far, BACKWARDS)).rejects.toMatchObject(unexpected);
    });

    it('fail from impossible positions', async () => {
      for (const position of [
        { commit: last.commit, prepare: last.commit + 1n },
        { commit: 2n ** 63n, prepare: 0n },
      ]) {
        await expect(readAll(position)).rejects.toMatchObject({ type: 'unknown' });
      }
    });
  });
});
