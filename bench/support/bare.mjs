// A web server on a database that does nothing else. Takes DATABASE_URL and PORT from the environment.
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
await pool.query('select 1');
const app = fastify();
app.get('/readyz', async () => 'ready');
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
