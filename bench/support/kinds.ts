import { makeMembers, randomNumbers } from './members.ts';

/** A search over HTTP. */
export interface Search {
  readonly path: '/api/directory' | '/api/admin/users';
  readonly query: Readonly<Record<string, string>>;
}

export interface SearchKind {
  readonly name: string;
  readonly search: () => Search;
}

/** Every kind of search of the screens, with words that occur among the members; the same in every run. */
export function kindsOf(members: number): SearchKind[] {
  const random = randomNumbers(2);
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)];
    if (picked === undefined) throw new Error('Nothing to pick from');
    return picked;
  };
  const some = [...makeMembers(2_000)];
  const texts = some.flatMap(({ fullName, bio }) => [fullName, bio]).filter((text) => text !== '');
  const part = (length: number) => (): string => {
    for (;;) {
      const text = Array.from(pick(texts).toLowerCase());
      const start = Math.floor(random() * text.length);
      const found = text.slice(start, start + length).join('');
      if (found.trim().length === found.length && text.length >= start + length) return found;
    }
  };
  const page = (of: number) => String(1 + Math.floor((random() * of) / 12));
  const sorts = ['username', 'newest', 'oldest'] as const;
  const types = ['General User', 'Business', 'Charity', 'Crypto Group', 'Crypto Project'] as const;
  const directory = (query: () => Record<string, string>) => () =>
    ({ path: '/api/directory', query: query() }) as const;
  const admin = (query: () => Record<string, string>) => () =>
    ({ path: '/api/admin/users', query: query() }) as const;
  const common = ['e', 'an', 'ing', 'crypto', 'building', 'wallets'];
  const filter = () => ({ isAuthorized: pick(['true', 'false']), userType: pick(types) });
  return [
    { name: 'no query, first page', search: directory(() => ({ sort: pick(sorts) })) },
    { name: 'no query, any page', search: directory(() => ({ sort: pick(sorts), page: page(members) })) },
    { name: 'filters, first page', search: directory(() => ({ ...filter(), sort: pick(sorts) })) },
    {
      name: 'filters, any page',
      search: directory(() => ({ ...filter(), sort: pick(sorts), page: page(members / 50) })),
    },
    { name: '1 letter', search: directory(() => ({ query: part(1)(), sort: pick(sorts) })) },
    { name: '2 letters', search: directory(() => ({ query: part(2)(), sort: pick(sorts) })) },
    { name: '3 letters', search: directory(() => ({ query: part(3)(), sort: pick(sorts) })) },
    {
      name: '4 to 9 letters',
      search: directory(() => ({ query: part(4 + Math.floor(random() * 6))(), sort: pick(sorts) })),
    },
    { name: 'a username', search: directory(() => ({ query: pick(some).username })) },
    { name: 'a full name', search: directory(() => ({ query: pick(some).fullName })) },
    {
      name: 'two words in any order',
      search: directory(() => ({ query: pick(some).fullName.split(' ').reverse().join(' ') })),
    },
    {
      name: 'two common words',
      search: directory(() => ({ query: `${pick(common)} ${pick(common)}`, sort: pick(sorts) })),
    },
    {
      name: 'two short words',
      search: directory(() => ({ query: `${part(1)()} ${part(2)()}`, sort: pick(sorts) })),
    },
    {
      name: 'no hit',
      search: directory(() => ({
        query: pick(['qz', 'жж', '龍', 'xqj', 'nobody here', 'ъъъъ', 'q'.repeat(40)]),
      })),
    },
    {
      name: 'very common, first page',
      search: directory(() => ({ query: pick(common), sort: pick(sorts) })),
    },
    {
      name: 'very common, any page',
      search: directory(() => ({ query: pick(common), sort: pick(sorts), page: page(members / 5) })),
    },
    {
      name: 'very common, filters',
      search: directory(() => ({ query: pick(common), ...filter(), sort: pick(sorts) })),
    },
    {
      name: 'admin: no query, any page',
      search: admin(() => ({ sort: pick(sorts), page: page(members * 0.6) })),
    },
    {
      name: 'admin: waiting for review',
      search: admin(() => ({ isAuthorized: 'false', isSuspended: 'false' })),
    },
    { name: 'admin: an email', search: admin(() => ({ query: pick(some).email })) },
    { name: 'admin: 1 to 4 letters', search: admin(() => ({ query: part(1 + Math.floor(random() * 4))() })) },
    {
      name: 'admin: an email’s domain',
      search: admin(() => ({ query: pick(['example', '@mail.', '.org', 'example.org']) })),
    },
  ];
}
