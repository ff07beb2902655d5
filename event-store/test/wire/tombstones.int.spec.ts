import { StreamDeletedError } from '@eventstore/db-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeTargets, happenings, newStream, recorded, ways } from './targets.ts';

describeTargets('A stream that was deleted for good', (target) => {
  const stream = newStream();
  beforeAll(async () => {
    await target().client.appendToStream(stream, happenings(3));
    await target().client.tombstoneStream(stream);
  });

  describe('fails with its name', () => {
    const named = expect.objectContaining({ streamName: stream });

    it('when read', async () => {
      const reading = recorded(target().client.readStream(stream));
      await expect(reading).rejects.toThrow(StreamDeletedError);
      await expect(recorded(target().client.readStream(stream))).rejects.toEqual(named);
    });

    it.each(Object.entries(ways))('when appended to, %s', async (_, options) => {
      const append = () => target().client.appendToStream(stream, happenings(1), options);
      await expect(append()).rejects.toThrow(StreamDeletedError);
      await expect(append()).rejects.toEqual(named);
    });

    it('when deleted again', async () => {
      await expect(target().client.tombstoneStream(stream)).rejects.toThrow(StreamDeletedError);
    });
  });
});
