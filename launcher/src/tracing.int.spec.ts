import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { freePort, freshDatabase, type TestDatabase } from '@pmcw/testing';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TestClient } from '../../gateway/test/client.ts';
import { isReady, settingsOn, startPart, type Workspace } from '../test/parts.ts';
import { cookiesOf, publicUrl, registration } from '../test/product.ts';

const value = v.union([v.object({ stringValue: v.string() }), v.looseObject({})]);
const attributes = v.array(v.object({ key: v.string(), value }));
const spanSchema = v.looseObject({
  ...{ traceId: v.string(), spanId: v.string(), parentSpanId: v.optional(v.string()), name: v.string() },
  ...{ attributes, events: v.array(v.unknown()), status: v.looseObject({ message: v.optional(v.string()) }) },
});
const bodySchema = v.object({
  resourceSpans: v.array(
    v.looseObject({
      resource: v.looseObject({ attributes }),
      scopeSpans: v.array(v.looseObject({ spans: v.array(spanSchema) })),
    }),
  ),
});
type Span = v.InferOutput<typeof spanSchema> & { readonly service: string };

/** A receiver of OTLP over HTTP on loopback. */
async function startReceiver() {
  const spans: Span[] = [];
  const texts: string[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      texts.push(JSON.stringify(body));
      for (const { resource, scopeSpans } of v.parse(bodySchema, body).resourceSpans) {
        const named = resource.attributes.find(({ key }) => key === 'service.name')?.value;
        const service = named !== undefined && 'stringValue' in named ? String(named.stringValue) : '';
        for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push({ ...span, service });
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${port}`, spans, texts, close: () => server.close() };
}

let database: TestDatabase;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  [database, receiver] = await Promise.all([freshDatabase(), startReceiver()]);
});
afterEach(async () => {
  receiver.close();
  await database.drop();
});

/** Names of the steps of a trace, with their process, that continue its first one. */
const stepsIn = (traceId: string) =>
  receiver.spans.filter((span) => span.traceId === traceId).map(({ service, name }) => `${service}: ${name}`);

it('one trace leads from a request or a frame to the members’ sockets and the read models, without personal data', async () => {
  const env = { ...settingsOn(database.url, publicUrl), OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
  const commands = await startPart('command-service', env);
  await isReady(commands);
  const more: readonly Workspace[] = ['gateway', 'projections'];
  const [gateway, projector] = await Promise.all(
    more.map((part) => startPart(part, { ...env, COMMAND_SERVICE_URL: commands.url })),
  );
  if (gateway === undefined || projector === undefined) throw new Error('Two parts were started');
  await Promise.all([isReady(gateway), isReady(projector)]);

  const headers = { origin: publicUrl, 'content-type': 'application/json' };
  const post = async (where: string, body: object, cookie = '') => {
    const answer = await fetch(commands.url + where, {
      method: 'POST',
      headers: { ...headers, cookie, 'user-agent': 'marked agent' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
    return answer;
  };
  const registered = await post('/api/register', registration('marked_name'));
  const cookie = cookiesOf(registered);
  const idOf = async (answer: Response) => v.parse(v.looseObject({ id: v.number() }), await answer.json()).id;
  const userId = await idOf(registered);
  const receiverId = await idOf(await post('/api/register', registration('marked_other')));

  const overHttp = await post('/api/messages/global', { id: uuidv7(), content: 'marked words' }, cookie);
  const traceId = overHttp.headers.get('x-request-id')?.replaceAll('-', '') ?? '';
  await expect
    .poll(() => stepsIn(traceId))
    .toEqual(
      expect.arrayContaining([
        'command-service: POST /api/messages/global',
        'command-service: SendMessage',
        'command-service: append',
        'gateway: push',
        'projector: project messages',
      ]),
    );
  const [first] = receiver.spans.filter(
    ({ parentSpanId, ...span }) => span.traceId === traceId && !parentSpanId,
  );
  const later = receiver.spans.filter(({ name }) => name === 'push' || name.startsWith('project '));
  expect(first?.name).toBe('POST /api/messages/global');
  expect(
    later.filter((span) => span.traceId === traceId).every((span) => span.parentSpanId === first?.spanId),
  ).toBe(true);

  const client = await new TestClient(`${gateway.url.replace('http', 'ws')}/ws`, {
    headers: { origin: publicUrl, cookie },
  }).opened();
  client.send({ type: 'authenticate', userId });
  await client.first('authenticated');
  client.send({
    type: 'message',
    id: uuidv7(),
    receiverId,
    content: 'marked words',
    messageType: 'text',
  });
  await expect
    .poll(() => receiver.spans.find(({ name }) => name === 'frame SendMessage')?.traceId ?? '')
    .not.toBe('');
  const frame = receiver.spans.find(({ name }) => name === 'frame SendMessage');
  await expect
    .poll(() => stepsIn(frame?.traceId ?? ''))
    .toEqual(
      expect.arrayContaining(['command-service: dispatch', 'command-service: append', 'gateway: push']),
    );
  client.vanish();
  expect(receiver.texts.join()).not.toMatch(/marked|127\.0\.0\.1|select |localhost/);
  expect(receiver.spans.some(({ name }) => name.startsWith('pg'))).toBe(true);
  expect(await Promise.all([gateway, projector, commands].map((part) => part.stop()))).toEqual([0, 0, 0]);
});
