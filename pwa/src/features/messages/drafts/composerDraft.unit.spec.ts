import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newDatabase } from '../../../device/offline/forSpecs.ts';
import { editMessage } from '../../../device/offline/outbox/cancelling.ts';
import { enqueue } from '../../../device/offline/outbox/queue.ts';
import { ComposerDraft } from './composerDraft.ts';
import { Device, key, Server } from './devices.forSpecs.ts';

let db = newDatabase();
beforeEach(() => {
  db = newDatabase();
});
afterEach(() => db.delete());

const tab = () => new ComposerDraft(db, key);
const textIn = (composer: ComposerDraft) => composer.shown.get().text;
async function stored(inDb = db) {
  const [draft, aside] = await Promise.all([inDb.drafts.get(key), inDb.draftAsides.get(key)]);
  return { text: draft?.text ?? '', aside: aside?.texts ?? [] };
}
async function write(composer: ComposerDraft, text: string) {
  composer.write(text);
  await composer.settle();
}
async function send(composer: ComposerDraft, inDb = db) {
  const { replaces, ...draft } = composer.take();
  await enqueue(inDb, draft, 0, replaces);
}
const sent = async (inDb = db) => (await inDb.outbox.toArray()).map(({ content }) => content);

describe('a composer', () => {
  it('shows the draft of the last visit, before text written since', async () => {
    await write(tab(), 'half a thought');
    const [quiet, quick] = [tab(), tab()];
    await quiet.settle();
    expect(textIn(quiet)).toBe('half a thought');
    quick.write('more');
    await quick.settle();
    expect(textIn(quick)).toBe('half a thought\nmore');
    expect(await stored()).toEqual({ text: 'half a thought\nmore', aside: [] });
  });

  it('stores no draft of white space, but keeps it', async () => {
    const composer = tab();
    await write(composer, '  ');
    expect(await db.drafts.count()).toBe(0);
    expect(textIn(composer)).toBe('  ');
  });

  it('follows another tab, and continues its text', async () => {
    const [one, two] = [tab(), tab()];
    await write(one, 'first');
    await two.settle();
    await write(two, 'first second');
    await one.settle();
    expect(textIn(one)).toBe('first second');
    await write(one, 'first second!');
    expect(await stored()).toEqual({ text: 'first second!', aside: [] });
  });

  it('follows a text that was shortened, and one that was sent', async () => {
    const [one, two] = [tab(), tab()];
    await write(one, 'first');
    await two.settle();
    await write(two, 'fir');
    await one.settle();
    expect(textIn(one)).toBe('fir');
    await send(two);
    await one.settle();
    expect(textIn(one)).toBe('');
    expect(await sent()).toEqual(['fir']);
  });

  it('puts a text aside that was written elsewhere at the same time', async () => {
    const [one, two] = [tab(), tab()];
    await write(one, 'first');
    await two.settle();
    two.write('first second');
    one.write('first!');
    await two.settle();
    await one.settle();
    expect(textIn(one)).toBe('first!');
    expect(await stored()).toEqual({ text: 'first!', aside: ['first second'] });
  });

  it('that sends leaves the text added in another tab, under another id', async () => {
    const [one, two] = [tab(), tab()];
    await write(one, 'first');
    await two.settle();
    await write(two, 'first second');
    await send(one);
    expect(await sent()).toEqual(['first']);
    expect(await stored()).toEqual({ text: 'first second', aside: [] });
    await Promise.all([one.settle(), two.settle()]);
    expect([textIn(one), textIn(two)]).toEqual(['first second', 'first second']);
    await write(two, 'first');
    await send(two);
    expect(await sent()).toEqual(['first', 'first']);
  });

  it('keeps text being written while the same draft is sent from another tab', async () => {
    const [one, two] = [tab(), tab()];
    await write(one, 'first');
    await two.settle();
    two.write('first second');
    await send(one);
    await two.settle();
    expect(await stored()).toEqual({ text: 'first second', aside: [] });
    await send(two);
    expect(await sent()).toEqual(['first', 'first second']);
  });

  it('keeps text written right after sending, before the message is stored', async () => {
    const composer = tab();
    await write(composer, 'first');
    const sending = send(composer);
    composer.write('f');
    const storing = composer.settle();
    await Promise.all([sending, storing]);
    await composer.settle();
    expect(textIn(composer)).toBe('f');
    expect(await stored()).toEqual({ text: 'f', aside: [] });
    expect(await sent()).toEqual(['first']);
  });

  it('does not show again what was replaced and sent while it was being stored', async () => {
    const composer = tab();
    composer.write('a long first try');
    const storing = composer.settle();
    composer.write('short');
    await Promise.all([send(composer), storing]);
    await composer.settle();
    expect(textIn(composer)).toBe('');
    expect(await stored()).toEqual({ text: '', aside: [] });
  });

  it('shows a refused message to edit, before its text', async () => {
    const composer = tab();
    const id = await enqueue(db, { conversation: key, id: 'refused', text: 'refused' }, 0);
    await db.outbox.toCollection().modify({ delivery: { state: 'failed', code: 'invalid', detail: '' } });
    await write(composer, 'begun');
    await editMessage(db, id);
    await composer.settle();
    expect(textIn(composer)).toBe('refused\nbegun');
  });
});

describe('a text that could not be sent', () => {
  it('comes back unchanged, to be sent as the same message', () => {
    const composer = tab();
    composer.write('hello');
    const taken = composer.take();
    composer.putBack(taken);
    expect(composer.shown.get()).toEqual({ conversation: key, id: taken.id, text: 'hello' });
  });

  it('comes back before text written since, as a new message', () => {
    const composer = tab();
    composer.write('hello');
    const taken = composer.take();
    composer.write('again');
    composer.putBack(taken);
    expect(textIn(composer)).toBe('hello\nagain');
    expect(composer.shown.get().id).not.toBe(taken.id);
  });
});

describe('two tabs and another device', () => {
  const place = fc.constantFrom(0, 1, 2);
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('type'), place } as const) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('settle'), place } as const) },
    fc.record({ kind: fc.constant('send'), place } as const),
    fc.record({ kind: fc.constant('clear'), place } as const),
    fc.record({ kind: fc.constant('meet'), place } as const),
    // Otherwise acts overlap.
    fc.record({ kind: fc.constant('wait'), place } as const),
  );

  it('lose no word that was neither sent nor deleted by the member, in any order of events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
        const server = new Server();
        const [desk, phone] = [new Device(server), new Device(server)];
        const [one, two, three] = [desk.db, desk.db, phone.db].map((its) => new ComposerDraft(its, key));
        const tabs = [one, two, three].flatMap((composer) => composer ?? []);
        const typed = new Set<string>();
        const deleted = new Set<string>();
        const underWay: Promise<unknown>[] = [];
        for (const { kind, place } of acts) {
          const composer = tabs[place];
          const device = place === 2 ? phone : desk;
          if (composer === undefined) continue;
          if (kind === 'type') {
            const word = `w${typed.size}.`;
            typed.add(word);
            composer.write(`${textIn(composer)}${word}`);
          }
          if (kind === 'clear') {
            for (const word of textIn(composer).match(/w\d+\./g) ?? []) deleted.add(word);
            composer.write('');
          }
          if (kind === 'settle') underWay.push(composer.settle());
          if (kind === 'send') underWay.push(send(composer, device.db));
          if (kind === 'meet') underWay.push(device.meet());
          if (kind === 'wait') await Promise.all(underWay);
        }
        await Promise.all(underWay);
        for (let round = 0; round < 3; round += 1) {
          for (const composer of tabs) await composer.settle();
          for (const device of [desk, phone]) await device.meet();
        }
        const drafts = await Promise.all([desk, phone].map(({ db }) => stored(db)));
        const messages = await Promise.all([desk, phone].map(({ db }) => sent(db)));
        const found = [...drafts.flatMap(({ text, aside }) => [text, ...aside]), ...messages.flat()].join(
          ' ',
        );
        expect([...typed].filter((word) => !deleted.has(word) && !found.includes(word))).toEqual([]);
        // All places show the same.
        expect(new Set([...tabs.map(textIn), ...drafts.map(({ text }) => text)]).size).toBe(1);
        for (const { db: its, sync } of [desk, phone]) {
          sync.stop();
          await its.delete();
        }
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});
