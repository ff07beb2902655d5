import { expect, it } from 'vitest';
import { parseConnectionString } from './connectionString.ts';

it('reads one node with its user, with TLS by default', () => {
  expect(parseConnectionString('esdb://ops:p%40ss%3A1@db.example:2114')).toEqual({
    endpoints: [{ address: 'db.example', port: 2114 }],
    discover: false,
    credentials: { username: 'ops', password: 'p@ss:1' },
    tls: {},
    options: { gossipTimeout: 2 },
  });
});

it('requires no user without TLS, but always has credentials', () => {
  const settings = parseConnectionString(' esdb://127.0.0.1?tls=false ');
  expect(settings.endpoints).toEqual([{ address: '127.0.0.1', port: 2113 }]);
  expect(settings.tls).toBeUndefined();
  expect(settings.credentials.username).not.toBe('');
});

it.each([
  ['esdb://a,b:1,c:2/?tls=false', false, ['a', 'b', 'c']],
  ['esdb+discover://cluster.example/?tls=false', true, ['cluster.example']],
  ['kurrentdb://a:1?tls=false', false, ['a']],
])('reads the nodes of %s', (text, discover, names) => {
  const settings = parseConnectionString(text);
  expect(settings.discover).toBe(discover);
  expect(settings.endpoints.map(({ address }) => address)).toEqual(names);
});

it('refuses addresses with TLS where Node does', () => {
  const [secure, plain] = ['esdb://ops:secret@10.0.0.5', 'esdb://10.0.0.5?tls=false'];
  for (const node of ['20.20.2', '24.21.0']) expect(parseConnectionString(secure, node).tls).toEqual({});
  expect(() => parseConnectionString(secure, '26.10.0')).toThrow('Node 26.10.0 needs the names of hosts');
  expect(() => parseConnectionString('esdb://ops:secret@a,10.0.0.5', '26.10.0')).toThrow('names of hosts');
  expect(parseConnectionString(plain, '26.10.0').tls).toBeUndefined();
  expect(parseConnectionString('esdb://ops:secret@db.example', '26.10.0').tls).toEqual({});
});

it('passes the client’s options on, in any spelling', () => {
  const text =
    'esdb://a?TLS=false&keepAliveInterval=20000&keep_alive_timeout=5000&gossip-timeout=3&maxDiscoverAttempts=4&discoveryInterval=50&connectionName=a%20name&nodePreference=leader&tlsVerifyCert=true';
  expect(parseConnectionString(text).options).toEqual({
    keepAliveInterval: 20_000,
    keepAliveTimeout: 5_000,
    gossipTimeout: 3,
    maxDiscoverAttempts: 4,
    discoveryInterval: 50,
    connectionName: 'a name',
  });
});

it.each([
  ['postgres://user:secret@host', 'expected esdb://user:password@host:port?option=value'],
  ['esdb://user:sec@ret@host', 'expected esdb://user:password@host:port?option=value'],
  ['esdb://user:secret@', 'expected esdb://'],
  ['esdb://host', 'with TLS it must name a user'],
  ['esdb://host?tls=true', 'with TLS it must name a user'],
  ['esdb://user:secret@host:port', 'a host is written as name or name:port'],
  ['esdb://user:secret@host,:1', 'a host is written as name or name:port'],
  ['esdb://user:sec%ret@host', 'a % in it must be written %25'],
  ['esdb://user:secret@host?tls=yes', 'its option tls is unknown'],
  ['esdb://user:secret@host?password=secret', 'its option password is unknown'],
  ['esdb://user:secret@host?tlsVerifyCert=false', 'its option tlsverifycert is unknown or has a value'],
  ['esdb://user:secret@host?nodePreference=follower', 'its option nodepreference is unknown or has a value'],
  ['esdb://user:secret@host?keepAliveInterval=-1', 'its option keepaliveinterval is unknown or has a value'],
  ['esdb://user:secret@host?userCertFile=secret', 'userCertFile and userKeyFile belong together'],
  ['esdb://user:secret@host?tlsCAFile=/no/secret', "the file of tlsCAFile can't be read"],
])('refuses %s without quoting it', (text, reason) => {
  const parse = () => parseConnectionString(text);
  expect(parse).toThrow(TypeError);
  expect(parse).toThrow(`EventStoreDB connection string: ${reason}`);
  expect(parse).not.toThrow(/secret|sec.ret/);
});
