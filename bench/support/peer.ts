/**
 * The peer, as a team would write it instead of the product, as a process: Fastify and socket.io, a table of sessions
 * and one of messages. A message costs a query for the session and an insert that is durable before the answer. Takes
 * DATABASE_URL and PORT from the environment. Its paths are the product's, so that both get the same requests.
 */
import { randomBytes } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { Server } from 'socket.io';
import { z } from 'zod';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query(`
  create table members (id serial primary key, username text unique, full_name text, email text, bio text default '');
  create table wallets (id serial primary key, member_id integer not null references members, address text);
  create index on wallets (member_id);
  create table sessions (token text primary key, member_id integer not null references members);
  create table messages (
    id uuid primary key, sender_id integer not null references members, receiver_id integer references members,
    content text not null, sent_at timestamptz not null default now());
  create index on messages (receiver_id, sender_id, sent_at desc);
  create index on messages (sender_id, receiver_id, sent_at desc);
`);

const memberSchema = z.object({ username: z.string(), fullName: z.string(), email: z.string() });
const messageSchema = z.object({
  id: z.uuid(),
  receiverId: z.number().nullish(),
  content: z.string().min(1).max(4_000),
});
type Message = z.infer<typeof messageSchema>;

/** Named, so that PostgreSQL plans each statement once per connection. */
async function query(name: string, text: string, values: readonly unknown[]) {
  return (await pool.query({ name, text, values: [...values] })).rows;
}

async function memberOf(cookie = ''): Promise<number> {
  const token = /session=([\w-]+)/.exec(cookie)?.[1];
  const found = await query('session', 'select member_id from sessions where token = $1', [token]);
  const [row] = z.array(z.object({ member_id: z.number() })).parse(found);
  if (row === undefined) throw new Error('There is no session');
  return row.member_id;
}

async function store(senderId: number, { id, receiverId, content }: Message) {
  const [row] = await query(
    'message',
    `insert into messages (id, sender_id, receiver_id, content) values ($1, $2, $3, $4)
     returning id, sender_id, receiver_id, content, sent_at`,
    [id, senderId, receiverId, content],
  );
  return row;
}

const app = fastify();
const io = new Server(app.server, { transports: ['websocket'], serveClient: false });

/** To the receiver's sockets; without a receiver, to all. */
async function send(senderId: number, message: Message) {
  const stored = await store(senderId, message);
  const audience = message.receiverId == null ? io : io.to(`member ${message.receiverId}`);
  audience.emit('message', stored);
  return stored;
}

app.get('/readyz', async () => 'ready');

app.post('/api/register', async (request, reply) => {
  const { username, fullName, email } = memberSchema.parse(request.body);
  const token = randomBytes(24).toString('base64url');
  const { rows } = await pool.query(
    `with member as (insert into members (username, full_name, email) values ($1, $2, $3) returning id),
       session as (insert into sessions select $4, id from member)
     select id from member`,
    [username, fullName, email, token],
  );
  return reply.code(201).header('set-cookie', `session=${token}; HttpOnly`).send(rows[0]);
});

app.post('/api/messages', async (request, reply) => {
  const senderId = await memberOf(request.headers.cookie);
  return reply.code(201).send(await send(senderId, messageSchema.parse(request.body)));
});

app.get('/api/user', async ({ headers }) => {
  const id = await memberOf(headers.cookie);
  return (await query('member', 'select * from members where id = $1', [id]))[0];
});

app.get('/api/profile/:username', async ({ params }) => {
  const { username } = z.object({ username: z.string() }).parse(params);
  const found = await query('profile', 'select * from members where username = $1', [username]);
  const [member] = z.array(z.looseObject({ id: z.number() })).parse(found);
  const wallets = await query('wallets', 'select * from wallets where member_id = $1', [member?.id]);
  return { ...member, wallets };
});

app.get('/api/messages/:userId', async ({ params, headers }) => {
  const { userId } = z.object({ userId: z.coerce.number() }).parse(params);
  return query(
    'conversation',
    `select * from messages where (sender_id = $1 and receiver_id = $2) or (sender_id = $2 and receiver_id = $1)
     order by sent_at desc limit 50`,
    [await memberOf(headers.cookie), userId],
  );
});

app.get('/api/directory', async () => {
  const [total] = await query('total', 'select count(*)::integer as count from members', []);
  const page = await query('page', 'select * from members order by username limit 12', []);
  return { ...total, page };
});

io.on('connection', async (socket) => {
  const { cookie } = socket.handshake.headers;
  socket.on('message', async (message: unknown, acknowledge: (stored: unknown) => void) => {
    acknowledge(await send(await memberOf(cookie), messageSchema.parse(message)));
  });
  await socket.join(`member ${await memberOf(cookie)}`);
  socket.emit('authenticated');
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
