import { streams } from '@pmcw/contracts/events';
import type pg from 'pg';

/** The stream whose state is read. */
export const longStream = { member: 2, events: 10_000 };
const pageSize = 50;
/** A request to the product, and the raw read of the same rows. */
export interface Pair {
  readonly name: string;
  readonly own: () => Promise<unknown>;
  readonly raw: () => Promise<unknown>;
}

/** Pages of the history and the state of a long stream, each with a raw read of the same rows. */
export async function questions(client: pg.Client, url: string, cookie: string): Promise<readonly Pair[]> {
  const ask = async (where: string) => {
    const response = await fetch(url + where, { headers: { cookie } });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${where} answered ${response.status}: ${text}`);
  };
  const { rows } = await client.query<{ head: string }>('select max(position) as head from audit.entries');
  const [named] = (
    await client.query<{ username: string }>('select username from moderation.members where member_id = $1', [
      longStream.member,
    ])
  ).rows;
  const username = named?.username ?? '';
  const deep = Math.floor(Number(rows[0]?.head ?? 0) / 2);
  const entries = (before: string) =>
    `select * from audit.entries ${before} order by position desc limit ${pageSize + 1}`;
  /** Two conditions, each on its own index. */
  const either = (one: string, other: string) =>
    `select * from ((${entries(`where ${one}`)}) union (${entries(`where ${other}`)})) as found
      order by position desc limit ${pageSize + 1}`;
  /** Uses the index of times. Positions are in the same order, except for clock differences between processes. */
  const inTime = (where: string) =>
    `select * from audit.entries ${where} order by occurred_at desc, position desc limit ${pageSize + 1}`;
  const timeAt = async (position: number) => {
    const question = 'select occurred_at from audit.entries where position >= $1 order by position limit 1';
    const { rows: found } = await client.query<{ occurred_at: Date }>(question, [position]);
    return found[0]?.occurred_at.toISOString() ?? '';
  };
  const [from, to] = [await timeAt(deep), await timeAt(Math.floor(deep * 1.2))];
  const { rows: own } = await client.query<{ position: string }>(
    'select position from audit.entries where actor_id = $1 order by position desc offset $2 limit 1',
    [longStream.member, longStream.events / 2],
  );
  const deepOfMember = own[0]?.position ?? '0';
  const stream = streams.user(longStream.member);
  const events = 'select * from event_store.events where stream = $1 order by revision';
  return [
    {
      name: 'history, first page',
      own: () => ask(`/api/admin/history?limit=${pageSize}`),
      raw: () => client.query(entries('')),
    },
    {
      name: 'history, page in the middle',
      own: () => ask(`/api/admin/history?limit=${pageSize}&before=${deep}`),
      raw: () => client.query(entries('where position < $1'), [deep]),
    },
    {
      name: 'history, by actor',
      own: () => ask(`/api/admin/history?limit=${pageSize}&actor=${longStream.member}`),
      raw: () => client.query(entries('where actor_id = $1'), [longStream.member]),
    },
    {
      name: 'history, by actor, page in the middle',
      own: () =>
        ask(`/api/admin/history?limit=${pageSize}&actor=${longStream.member}&before=${deepOfMember}`),
      raw: () =>
        client.query(entries('where actor_id = $1 and position < $2'), [longStream.member, deepOfMember]),
    },
    {
      name: 'history, by target',
      own: () => ask(`/api/admin/history?limit=${pageSize}&target=${longStream.member}`),
      raw: () => client.query(entries('where target_id = $1'), [longStream.member]),
    },
    {
      name: 'history, two kinds of events',
      own: () => ask(`/api/admin/history?limit=${pageSize}&type=UserVerified,WalletAdded`),
      raw: () => client.query(either('type = $1', 'type = $2'), ['UserVerified', 'WalletAdded']),
    },
    {
      name: 'history, one kind about a member',
      own: () => ask(`/api/admin/history?limit=${pageSize}&type=ProfileEdited&target=${longStream.member}`),
      raw: () =>
        client.query(entries('where type = $1 and target_id = $2'), ['ProfileEdited', longStream.member]),
    },
    {
      name: 'history, a span of time',
      own: () => ask(`/api/admin/history?limit=${pageSize}&from=${from}&to=${to}`),
      raw: () => client.query(inTime('where occurred_at >= $1 and occurred_at < $2'), [from, to]),
    },
    {
      name: 'history, jump to a date',
      own: () => ask(`/api/admin/history?limit=${pageSize}&to=${to}`),
      raw: () => client.query(inTime('where occurred_at < $1'), [to]),
    },
    {
      name: 'history, a text that names a member',
      own: () => ask(`/api/admin/history?limit=${pageSize}&text=${username}`),
      raw: () => client.query(either('target_id = $1', 'actor_id = $1'), [longStream.member]),
    },
    {
      name: `state of ${longStream.events} events`,
      own: () => ask(`/api/admin/history/streams/${stream}`),
      raw: () => client.query(events, [stream]),
    },
  ];
}
