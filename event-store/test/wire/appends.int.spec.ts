import { randomUUID } from 'node:crypto';
import { type AppendToStreamOptions, binaryEvent, type EventData } from '@eventstore/db-client';
import { describe, expect, it } from 'vitest';
import { appendedAt, describeTargets, happened, happenings, newStream, recorded, ways } from './targets.ts';

const oneMebibyte = 1024 * 1024;
const bytes = (length: number) => binaryEvent({ type: 'Bytes', data: new Uint8Array(length) });
const withId = (id: string, n = 0) => happened(n, { id });

describeTargets('Appends', (target) => {
  describe.each(Object.entries(ways))('%s', (way, options) => {
    const append = (
      stream: string,
      events: EventData | EventData[],
      expectedRevision: AppendToStreamOptions['expectedRevision'] = 'any',
      more: AppendToStreamOptions = {},
    ) => target().client.appendToStream(stream, events, { expectedRevision, ...options, ...more });

    const wrong = (streamName: string, expectedVersion: unknown, actualVersion: unknown) =>
      expect.objectContaining({ type: 'wrong-expected-version', streamName, expectedVersion, actualVersion });

    describe('to a missing stream', () => {
      it.each(['any', 'no_stream'] as const)('succeed when %s is expected', async (expected) => {
        expect(await append(newStream(), happenings(3), expected)).toMatchObject({
          success: true,
          nextExpectedRevision: 2n,
        });
      });

      it.each(['stream_exists', 0n, 5n] as const)('conflict when %s is expected', async (expected) => {
        const stream = newStream();
        await expect(append(stream, happened(), expected)).rejects.toEqual(
          wrong(stream, expected, 'no_stream'),
        );
      });
    });

    describe('to a stream of five events', () => {
      it.each(['any', 'stream_exists', 4n] as const)('succeed when %s is expected', async (expected) => {
        const stream = newStream();
        await append(stream, happenings(5));
        expect(await append(stream, happened(), expected)).toMatchObject({ nextExpectedRevision: 5n });
      });

      it.each(['no_stream', 0n, 3n, 5n, 2n ** 63n - 1n] as const)(
        'conflict when %s is expected',
        async (expected) => {
          const stream = newStream();
          await append(stream, happenings(5));
          await expect(append(stream, happened(), expected)).rejects.toEqual(wrong(stream, expected, 4n));
          expect(await recorded(target().client.readStream(stream))).toHaveLength(5);
        },
      );
    });

    it('exist for a stream that has only metadata', async () => {
      const stream = newStream();
      await append(`$$${stream}`, happened(0, { type: '$metadata' }));
      expect(await append(stream, happened(), 'stream_exists')).toMatchObject({ nextExpectedRevision: 0n });
    });

    it('return the position of their last event, which grows by the size of the record', async () => {
      const stream = newStream();
      const first = appendedAt(await append(stream, happenings(2)));
      const [, last] = await recorded(target().client.readAll({ fromPosition: first, maxCount: 1 })).then(
        ([event]) => [event, event?.position],
      );
      expect(last).toEqual(first);
      expect(first.prepare).toBe(first.commit);
      if (target().server === undefined) return; // Other writers may interleave.
      const second = appendedAt(await append(stream, happened()));
      const third = appendedAt(await append(stream, happened(0, { metadata: { by: 'somebody' } })));
      expect(third.commit - second.commit).toBe(
        BigInt(88 + 1 + stream.length + 1 + 'Happened'.length + '{"n":0}'.length),
      );
      const fourth = appendedAt(await append(stream, happened()));
      expect(fourth.commit - third.commit).toBe(
        third.commit - second.commit + BigInt('{"by":"somebody"}'.length),
      );
    });

    describe('repeated with the same ids', () => {
      const begin = async () => {
        const stream = newStream();
        const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
        const all = () => ids.map((id) => withId(id));
        return { stream, ids, all, first: await append(stream, all(), 'no_stream') };
      };

      it.each(['no_stream', 'any', 'stream_exists'] as const)(
        'return the first result, %s',
        async (expected) => {
          const { stream, all, first } = await begin();
          await append(stream, happened());
          expect(await append(stream, all(), expected)).toEqual(first);
          expect(await recorded(target().client.readStream(stream))).toHaveLength(4);
        },
      );

      it('return the first result even for another payload', async () => {
        const { stream, ids, first } = await begin();
        const others = ids.map((id, n) => happened(n + 10, { id, type: 'Other' }));
        expect(await append(stream, others, 'no_stream')).toEqual(first);
      });

      it('count as a repeat from any revision on, also in part', async () => {
        const { stream, ids, first } = await begin();
        const [one, two, three] = ids;
        await append(stream, happened());
        expect(await append(stream, [withId(two), withId(three)], 0n)).toEqual(first);
        expect(await append(stream, [withId(one), withId(two)], 'no_stream')).toMatchObject({
          nextExpectedRevision: 1n,
        });
      });

      it('in any case of letters', async () => {
        const { stream, ids, first } = await begin();
        const upper = ids.map((id) => withId(id.toUpperCase()));
        expect(await append(stream, upper, 'no_stream')).toEqual(first);
      });

      it('are written again if the expected revision is the last one', async () => {
        const { stream, all } = await begin();
        expect(await append(stream, all(), 2n)).toMatchObject({ nextExpectedRevision: 5n });
      });

      it('conflict if only some are known', async () => {
        const { stream, ids, all } = await begin();
        const mixed = [withId(ids[0]), happened()];
        await expect(append(stream, mixed, 'no_stream')).rejects.toEqual(wrong(stream, 'no_stream', 2n));
        await expect(append(stream, mixed, 'any')).rejects.toEqual(wrong(stream, 'any', 2n));
        const beyond = [...all(), happened()];
        await expect(append(stream, beyond, 'no_stream')).rejects.toEqual(wrong(stream, 'no_stream', 2n));
      });

      it('are new events if the first of them is new and anything is expected', async () => {
        const { stream, ids } = await begin();
        expect(await append(stream, [happened(), withId(ids[0])])).toMatchObject({
          nextExpectedRevision: 4n,
        });
      });

      it('are new events in another stream, where only an exact expectation recognizes them', async () => {
        const { all } = await begin();
        const stream = newStream();
        const other = await append(stream, all(), 'no_stream');
        expect(other).toMatchObject({ nextExpectedRevision: 2n });
        expect(await append(stream, all(), 'no_stream')).toEqual(other);
        expect(await append(stream, all(), 'any')).toMatchObject({ nextExpectedRevision: 5n });
      });

      it('may be twice in one append', async () => {
        const id = randomUUID();
        expect(await append(newStream(), [withId(id), withId(id)])).toMatchObject({
          nextExpectedRevision: 1n,
        });
      });
    });

    describe('of large size', () => {
      it('succeed up to a mebibyte of data', async () => {
        expect(await append(newStream(), bytes(oneMebibyte))).toMatchObject({ success: true });
      });

      it('fail above it, for all data together', async () => {
        const tooLarge = { type: 'maximum-append-size-exceeded', maxAppendSize: oneMebibyte };
        await expect(append(newStream(), bytes(oneMebibyte + 1))).rejects.toMatchObject(tooLarge);
        const halves = [bytes(600_000), bytes(600_000)];
        await expect(append(newStream(), halves)).rejects.toMatchObject(tooLarge);
        await expect(append(newStream(), halves, 'any', { batchAppendSize: 500_000 })).rejects.toMatchObject(
          tooLarge,
        );
      });

      it('may have more metadata than that', async () => {
        const metadata = new Uint8Array(oneMebibyte + 1000);
        const event = binaryEvent({ type: 'Bytes', data: new Uint8Array(1), metadata });
        expect(await append(newStream(), event)).toMatchObject({ success: true });
      });

      it('may be sent in parts', async () => {
        const stream = newStream();
        await append(stream, happenings(3), 'any', { batchAppendSize: 10 });
        expect(await recorded(target().client.readStream(stream))).toHaveLength(3);
      });
    });

    it('without events write nothing visible, but may conflict', async () => {
      const stream = newStream();
      expect(await append(stream, [])).toMatchObject({ success: true, nextExpectedRevision: 0n });
      await expect(recorded(target().client.readStream(stream))).rejects.toMatchObject({
        type: 'stream-not-found',
      });
      await append(stream, happenings(2));
      expect(await append(stream, [])).toMatchObject({ success: true, nextExpectedRevision: 1n });
      await expect(append(stream, [], 0n)).rejects.toEqual(wrong(stream, 0n, 1n));
    });

    it('fail after their deadline', async () => {
      const stream = newStream();
      await expect(append(stream, happened(), 'any', { deadline: -5 })).rejects.toMatchObject({
        type: 'deadline-exceeded',
      });
      await expect(recorded(target().client.readStream(stream))).rejects.toMatchObject({
        type: 'stream-not-found',
      });
    });

    it('succeed if the leader is required and this is it', async () => {
      expect(await append(newStream(), happened(), 'any', { requiresLeader: true })).toMatchObject({
        success: true,
      });
    });

    it('keep names, types and data unchanged', async () => {
      const stream = newStream('ünï-🎈');
      await append(stream, [happened(1, { type: 'tÿpe🎈', metadata: { by: 'é' } }), bytes(3)]);
      const events = await recorded(target().client.readStream(stream));
      expect(events).toMatchObject([
        { streamId: stream, type: 'tÿpe🎈', data: { n: 1 }, metadata: { by: 'é' }, isJson: true },
        { streamId: stream, type: 'Bytes', data: new Uint8Array(3), isJson: false },
      ]);
      expect(events[0]?.created.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it.runIf(way === 'unary')('fail if malformed', async () => {
      const thrown = { type: 'unknown', message: '2 UNKNOWN: Exception was thrown by handler.' };
      await expect(append('', happened())).rejects.toMatchObject(thrown);
      await expect(append(newStream(), withId('no uuid'))).rejects.toMatchObject(thrown);
      await expect(append(newStream(), withId('00000000-0000-0000-0000-000000000000'))).rejects.toMatchObject(
        thrown,
      );
      await expect(append(newStream(), happened(0, { type: '' }))).rejects.toMatchObject(thrown);
      await expect(append(newStream(), happened(), 2n ** 63n)).rejects.toMatchObject(thrown);
    });

    // Other malformed batches would be answered again after two seconds, on which the client fails.
    it.runIf(way === 'batch')('fail without a stream name', async () => {
      const message = 'Could not recognize BadRequest';
      await expect(append('', happened())).rejects.toMatchObject({ type: 'unknown', message });
    });
  });

  it('of one call don’t affect each other', async () => {
    const { client } = target();
    const [taken, ...others] = Array.from({ length: 20 }, () => newStream());
    await client.appendToStream(taken ?? '', happened());
    const appends = await Promise.allSettled(
      [taken, ...others].map((stream) =>
        client.appendToStream(stream ?? '', happened(), { expectedRevision: 'no_stream' }),
      ),
    );
    expect(appends.map(({ status }) => status)).toEqual(['rejected', ...others.map(() => 'fulfilled')]);
  });
});
