import { eventually } from '@pmcw/testing/eventually';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ofServer, refusedByServer } from '../../../base/api/ofServer.forSpecs.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { newDatabase } from '../../../device/offline/forSpecs.ts';
import { orderOf } from '../../../device/offline/keys.ts';
import { ReadMarks } from './readMarks.ts';

const fetched = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
let db: MemberDatabase;

beforeEach(() => {
  db = newDatabase();
  fetched.mockReset();
  fetched.mockImplementation(async () => new Response(null, { status: 204, headers: ofServer }));
  vi.stubGlobal('fetch', fetched);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

const requests = () => fetched.mock.calls.map(([path, init]) => [path, JSON.parse(String(init.body))]);
const marks = async () => {
  const conversation = await db.conversations.get('member:2');
  return [conversation?.readUpTo, conversation?.toldUpTo];
};

describe('read marks', () => {
  it('are sent to the server once', async () => {
    const readMarks = new ReadMarks(db);
    await readMarks.mark('member:2', orderOf('40'));
    await readMarks.mark('global', orderOf('50'));
    await readMarks.sendUnsent();
    expect(requests()).toEqual([
      ['/api/messages/read/2', { upTo: '40' }],
      ['/api/messages/global/read', { upTo: '50' }],
    ]);
    expect(await marks()).toEqual([orderOf('40'), orderOf('40')]);
  });

  it('are stored while the server is down, and sent when it is back', async () => {
    const readMarks = new ReadMarks(db);
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await readMarks.mark('member:2', orderOf('40'));
    expect(await marks()).toEqual([orderOf('40'), orderOf('0')]);
    await new ReadMarks(db).sendUnsent();
    expect(await marks()).toEqual([orderOf('40'), orderOf('40')]);
  });

  it('that arrive while one is being sent are combined, only the last is sent', async () => {
    const readMarks = new ReadMarks(db);
    let answer: () => void = () => undefined;
    fetched.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(new Response(null, { status: 204, headers: ofServer }));
        }),
    );
    const first = readMarks.mark('member:2', orderOf('40'));
    await eventually(() => expect(fetched).toHaveBeenCalledOnce());
    const rest = [41, 42, 43].map((position) => readMarks.mark('member:2', orderOf(String(position))));
    await eventually(async () => expect((await marks())[0]).toBe(orderOf('43')));
    answer();
    await Promise.all([first, ...rest]);
    expect(requests().map(([, body]) => body)).toEqual([{ upTo: '40' }, { upTo: '43' }]);
  });

  it('are not dropped because a Wi-Fi login page finds nothing', async () => {
    fetched.mockResolvedValueOnce(new Response('<html>', { status: 404 }));
    await new ReadMarks(db).mark('member:2', orderOf('40'));
    expect(await marks()).toEqual([orderOf('40'), orderOf('0')]);
  });

  it('of a deleted member are dropped', async () => {
    const gone = { type: 'urn', title: 'No', status: 404, detail: 'No such member.', code: 'not_found' };
    fetched.mockResolvedValueOnce(
      new Response(JSON.stringify(gone), { status: 404, headers: refusedByServer }),
    );
    const readMarks = new ReadMarks(db);
    await readMarks.mark('member:2', orderOf('40'));
    await readMarks.sendUnsent();
    expect(fetched).toHaveBeenCalledOnce();
  });
});
