import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { dismissAside, insertAside } from './asides.ts';
import { Device, key, Server } from './devices.forSpecs.ts';

let devices: Device[] = [];
function twoDevices(isConnected = false) {
  const server = new Server();
  const [desk, phone] = [new Device(server), new Device(server)];
  devices = [desk, phone];
  if (isConnected) server.devices.push(desk.sync, phone.sync);
  return { server, desk, phone };
}
afterEach(async () => {
  for (const { sync, db } of devices) {
    sync.stop();
    await db.delete();
  }
  devices = [];
});

describe('a connection', () => {
  it('pulls the drafts at the start, and later after a random wait', () => {
    const { desk } = twoDevices();
    desk.sync.connected();
    expect(desk.pulls).toBe(1);
    desk.sync.connected();
    desk.sync.connected();
    expect(desk.pulls).toBe(1);
    expect(desk.clock.waiting).toEqual([2_500]);
    desk.sync.stop();
    expect(desk.clock.waiting).toEqual([]);
  });
});

describe('a draft to a member never written to', () => {
  it('lists the conversation on other devices, with its member', async () => {
    const { server, desk, phone } = twoDevices(true);
    server.members.set('2', { username: 'omar', fullName: 'Omar Haddad', avatarUrl: null });
    await desk.write('Dear Omar');
    await desk.sync.push();
    const conversation = await phone.db.conversations.get(key);
    expect(conversation).toMatchObject({ member: { id: 2, fullName: 'Omar Haddad' }, lastMessage: null });
    expect(conversation?.place).toBeDefined();
    expect((await phone.texts()).text).toBe('Dear Omar');
  });

  it('gets its member once the server has it, if the browser removed them from this device', async () => {
    const { server, desk } = twoDevices();
    server.members.set('2', { username: 'omar', fullName: 'Omar Haddad', avatarUrl: null });
    await desk.write('Dear Omar');
    await desk.meet();
    expect((await desk.db.conversations.get(key))?.member).toMatchObject({ fullName: 'Omar Haddad' });
  });
});

describe('discarded drafts', () => {
  const never = new AbortController().signal;

  it('are removed from the server too, even if an earlier text was just being put', async () => {
    const { server, desk, phone } = twoDevices();
    await desk.write('I was');
    await desk.sync.push();
    await desk.write('I was about to');
    const underWay = desk.sync.push();
    await desk.sync.discard([key], never);
    await underWay;
    expect(server.drafts.get('2')).toMatchObject({ text: '', aside: [] });
    await phone.meet();
    expect((await phone.texts()).text).toBe('');
  });

  it('are removed from this device if the server does not answer in time', async () => {
    const { server, desk } = twoDevices();
    server.isAway = true;
    await desk.write('I was about to');
    await desk.sync.discard([key], AbortSignal.abort());
    expect((await desk.texts()).text).toBe('');
  });
});

describe('drafts on two devices', () => {
  it('are copied in both directions, and removed everywhere once sent', async () => {
    const { desk, phone } = twoDevices(true);
    await desk.write('hel');
    await desk.meet();
    expect((await phone.texts()).text).toBe('hel');
    await phone.write('hello');
    await phone.meet();
    expect((await desk.texts()).text).toBe('hello');
    await phone.write('');
    await phone.meet();
    expect(await desk.texts()).toEqual({ text: '', aside: [] });
  });

  it('written independently are both kept, and offered until one is dismissed', async () => {
    const { desk, phone, server } = twoDevices();
    await desk.write('a long text written at the desk');
    await phone.write('short one');
    await desk.meet();
    await phone.meet();
    await desk.meet();
    const both = { text: 'a long text written at the desk', aside: ['short one'] };
    expect(await phone.texts()).toEqual(both);
    expect(await desk.texts()).toEqual(both);
    await dismissAside(desk.db, key, 'short one');
    await desk.meet();
    await phone.meet();
    expect(await phone.texts()).toEqual({ ...both, aside: [] });
    expect([...server.drafts.values()]).toMatchObject([{ ...both, aside: [] }]);
  });

  it('leave a composer in use unchanged; text taken from aside is appended', async () => {
    const { desk, phone } = twoDevices();
    await desk.write('a long text written at the desk');
    await desk.meet();
    phone.isWriting = true;
    await phone.write('short one');
    await phone.meet();
    expect(await phone.texts()).toEqual({ text: 'short one', aside: ['a long text written at the desk'] });
    await insertAside(phone.db, key, 'a long text written at the desk');
    await phone.meet();
    await desk.meet();
    expect(await desk.texts()).toEqual({ text: 'short one\na long text written at the desk', aside: [] });
  });

  it('wait while the server is down, and are put again after it lost them', async () => {
    const { desk, server } = twoDevices();
    server.isAway = true;
    await desk.write('kept');
    await desk.meet();
    expect(server.drafts.size).toBe(0);
    server.isAway = false;
    await desk.meet();
    expect(server.drafts.get('2')).toMatchObject({ text: 'kept' });
    // Restored from a backup without drafts.
    server.drafts.clear();
    await desk.meet();
    expect(server.drafts.get('2')).toMatchObject({ text: 'kept' });
    expect(await desk.texts()).toEqual({ text: 'kept', aside: [] });
  });

  it('stay on the device if they are longer than the server allows', async () => {
    const { desk, server } = twoDevices();
    await desk.write('x'.repeat(8_001));
    await desk.meet();
    expect(server.drafts.size).toBe(0);
    expect((await desk.texts()).text).toHaveLength(8_001);
  });

  it('never lose text of each other, in whatever order they are written and merged', async () => {
    const letter = fc.constantFrom('a', 'b', 'c');
    const act = fc.oneof(
      fc.record({ kind: fc.constant('write'), device: fc.constantFrom(0, 1), words: letter } as const),
      fc.record({ kind: fc.constant('meet'), device: fc.constantFrom(0, 1) } as const),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const { desk, phone } = twoDevices();
        const [all, written] = [[desk, phone] as const, new Set<string>()];
        let count = 0;
        for (const each of acts) {
          const device = all[each.device === 0 ? 0 : 1];
          if (each.kind === 'meet') await device.meet();
          else {
            // Appends a new word each time.
            count += 1;
            const word = `${each.words}${count}`;
            written.add(word);
            await device.write(`${(await device.texts()).text} ${word}`.trim());
          }
        }
        for (const device of [desk, phone, desk]) await device.meet();
        const [atDesk, onPhone] = [await desk.texts(), await phone.texts()];
        expect(atDesk.text).toBe(onPhone.text);
        expect([...atDesk.aside].sort()).toEqual([...onPhone.aside].sort());
        const words = [atDesk.text, ...atDesk.aside].join(' ').split(' ');
        // With too many texts aside the shortest are dropped, but these few steps can't get there.
        expect([...written].filter((word) => !words.includes(word))).toEqual([]);
        for (const { db } of all) await db.delete();
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
