import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isReady, settingsOn, startPart, type Workspace, workspaces } from '../test/parts.ts';
import { cookiesOf, publicUrl, type RunningProduct, registration, runProduct } from '../test/product.ts';
import { upgrade } from '../test/upgrade.ts';

const readinessSchema = v.object({
  ready: v.boolean(),
  checks: v.looseObject({ projections: v.looseObject({ models: v.array(v.unknown()) }) }),
});

/** Metrics of all HTTP servers on fastify. */
const http = ['http_request_seconds'];
const process = [
  'process_cpu_seconds_total',
  'process_resident_memory_bytes',
  'nodejs_eventloop_lag_seconds',
];
/** Of every part. */
const operations = ['pmcw_build_info', 'readiness_check'];
const log = [
  'event_log_append_events',
  'event_log_append_seconds',
  'event_log_flush_appends',
  'event_log_flush_seconds',
  'event_log_queue_depth',
];
const vault = ['vault_password_queue_depth'];
const projections = [
  'projection_batch_seconds',
  'projection_events_total',
  'projection_lag',
  'projection_poisoned',
  'projection_position',
  'projection_stranded',
  'projection_unwritten_seconds',
];
const gateway = [
  'gateway_commands_in_flight',
  'gateway_commands_total',
  'gateway_cut_offs_total',
  'gateway_follower_failures_total',
  'gateway_following',
  'gateway_frames_received_total',
  'gateway_frames_sent_total',
  'gateway_position',
  'gateway_push_age_seconds',
  'gateway_recent_changes',
  'gateway_resumed_total',
  'gateway_resyncs_total',
  'gateway_sockets',
  'gateway_sockets_authenticated',
  'gateway_sockets_closed_total',
  'gateway_sockets_opened_total',
  'gateway_sockets_replaying',
  'gateway_upgrades_refused_total',
  'gateway_web_pushes_total',
];

const notary = [
  'notary_checkpoint_age_seconds',
  'notary_events',
  'notary_events_waiting',
  'notary_following',
  'notary_lag',
];

/** Metrics of each part, as in docs/operations.md, and no others. */
const measured: Readonly<Record<Workspace, readonly string[]>> = {
  'command-service': [
    ...http,
    ...log,
    ...vault,
    'commands_total',
    'mails_total',
    'mails_waiting',
    'media_queue_depth',
  ],
  'query-service': [...http, ...log, ...vault],
  gateway: [...log, ...vault, ...gateway, 'gateway_dispatch_tries_total'],
  projections: [...log, ...vault, ...projections],
  notary,
};

/** Names of the metrics in a text, except those of the process and of Node. */
const namesIn = (text: string) =>
  [...text.matchAll(/^# TYPE (\S+) /gm)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(process|nodejs)_/.test(name))
    .sort();

let database: TestDatabase;
let folder: string;
let product: RunningProduct;
beforeAll(async () => {
  database = await freshDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-metrics-'));
  product = await runProduct();
});
afterAll(async () => {
  await product.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('/metrics of each part alone', () => {
  it('has the documented metrics', async () => {
    const settings = { ...settingsOn(database.url, publicUrl), AUDIT_DIR: folder };
    const parts = await Promise.all(workspaces.map((workspace) => startPart(workspace, settings)));
    await Promise.all(parts.map(isReady));
    for (const { workspace, url } of parts) {
      const text = await (await fetch(`${url}/metrics`)).text();
      expect([workspace, ...namesIn(text)]).toEqual([
        workspace,
        ...[...operations, ...measured[workspace]].sort(),
      ]);
      for (const name of process) expect(text).toContain(`# TYPE ${name} `);
    }
    expect(await Promise.all(parts.map((part) => part.stop()))).toEqual(parts.map(() => 0));
  }, 120_000);
});

describe('/metrics of the product in one process', () => {
  it('has the metrics of all parts, except those between processes', async () => {
    const text = await (await product.ask('GET', '/metrics')).text();
    const all = new Set([...operations, ...Object.values(measured).flat()]);
    all.delete('gateway_dispatch_tries_total');
    expect(namesIn(text)).toEqual([...all].sort());
  });

  it('counts commands by name and outcome, frames and requests by kind, without personal data', async () => {
    const answer = await product.ask('POST', '/api/register', { body: registration('marked_name') });
    const cookie = cookiesOf(answer);
    const { id } = v.parse(v.object({ id: v.number() }), await answer.json());
    await product.ask('POST', '/api/messages/global', { cookie, body: { content: 'marked words' } });
    await product.ask('POST', '/api/messages', { cookie, body: { content: 'marked words', receiverId: id } });
    // Visitors don't wait for read models.
    await expect.poll(async () => (await product.ask('GET', '/api/profile/marked_name')).status).toBe(200);
    await product.ask('GET', '/marked_name/of/a/page');
    await product.ask('GET', '/api/marked_name');
    await product.ask('PROPFIND', '/marked_name');
    await upgrade(product.port, { origin: 'https://marked.example' });

    const text = await (await product.ask('GET', '/metrics')).text();
    for (const line of [
      'commands_total{command="RegisterUser",outcome="done"} 1',
      'commands_total{command="SendMessage",outcome="done"} 1',
      'commands_total{command="SendMessage",outcome="invalid_input"} 1',
      'http_request_seconds_count{method="POST",route="/api/register",status="201"} 1',
      'http_request_seconds_count{method="GET",route="/api/profile/:username",status="200"} 1',
      'event_log_append_seconds_count{outcome="written"}',
      'projection_lag{model="directory"}',
      'event_log_append_events_bucket{le="1"}',
      'gateway_upgrades_refused_total{status="403"} 1',
    ]) {
      expect(text).toContain(line);
    }
    for (const name of ['projection_position{model="directory"}', 'event_log_append_events_sum']) {
      const value = text
        .split('\n')
        .find((line) => line.startsWith(name))
        ?.split(' ')[1];
      expect([name, Number(value)]).toEqual([name, expect.toSatisfy((is: number) => is > 0)]);
    }
    expect(text).not.toMatch(/marked/);
    expect(text).not.toMatch(/[{,](username|email|user|userId|member|path|ip|address)="/);
    const labels = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
    for (const route of labels) expect(route).toMatch(/^(none|\/[\w./:*-]*)$/);
  });
});

describe('/readyz and /healthz', () => {
  it('report the state of every part, and the lag of each read model', async () => {
    await expect.poll(async () => (await product.ask('GET', '/readyz')).status).toBe(200);
    const { ready, checks } = v.parse(readinessSchema, await (await product.ask('GET', '/readyz')).json());
    expect(ready).toBe(true);
    expect(checks).toMatchObject({
      log: { ok: true, head: expect.stringMatching(/^\d+$/) },
      vault: { ok: true },
      readModels: { ok: true, head: expect.stringMatching(/^\d+$/) },
      following: { ok: true, status: 'following' },
      notary: { ok: true, state: 'following', lag: expect.stringMatching(/^\d+$/) },
    });
    const models = checks.projections.models;
    expect(models.length).toBeGreaterThan(3);
    for (const model of models) {
      expect(model).toMatchObject({
        state: 'running',
        position: expect.any(String),
        lag: expect.stringMatching(/^\d+$/),
      });
    }
    expect(await (await product.ask('GET', '/healthz')).json()).toEqual({ alive: true });
  });
});
