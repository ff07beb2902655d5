import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { cookiesOf, type RunningProduct, registration, runProduct } from '../test/product.ts';
import { root } from './places.ts';

const rulesSchema = z.object({
  groups: z.tuple([
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+[mh]$/),
          labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
          annotations: z.strictObject({
            summary: z.string(),
            runbook: z.literal('docs/operations.md#alerts'),
          }),
        }),
      ),
    }),
  ]),
});
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
    }),
  ),
});

/** Added by Prometheus, or by the buckets of a histogram. */
const foreignLabels = ['job', 'instance', 'le'];
const foreignMetrics = ['up'];

interface Use {
  readonly query: string;
  readonly metric: string;
  readonly labels: readonly string[];
}

/** Metrics of a query, with the labels in braces; labels of `by (…)` count for each. */
function usesIn(query: string): readonly Use[] {
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */));
  const metrics = query.replace(/\bby \([^)]*\)/g, '').matchAll(/\b([a-z]\w*)\b(?!\()(?:\{([^}]*)\})?/g);
  return [...metrics]
    .filter(([, metric = '']) => metric.includes('_') || foreignMetrics.includes(metric))
    .map(([, metric = '', braces = '']) => ({
      query,
      metric,
      labels: [...grouped, ...[...braces.matchAll(/(\w+)(?:=|!)/g)].map(([, label = '']) => label)],
    }));
}

let alerts: z.infer<typeof rulesSchema>['groups'][0]['rules'];
let panels: z.infer<typeof dashboardSchema>['panels'];
let manual: string;
let product: RunningProduct;
beforeAll(async () => {
  const [rules, dashboard, operations] = await Promise.all(
    ['deploy/monitoring/alerts.yml', 'deploy/monitoring/dashboard.json', 'docs/operations.md'].map((file) =>
      readFile(path.join(root, file), 'utf8'),
    ),
  );
  alerts = rulesSchema.parse(parse(rules ?? '')).groups[0].rules;
  panels = dashboardSchema.parse(JSON.parse(dashboard ?? '')).panels;
  manual = operations ?? '';
  product = await runProduct();
});
afterAll(() => product.stop());

/** Samples of a metric, or of a histogram by one of its parts. */
const samplesOf = (text: string, metric: string) =>
  [...text.matchAll(new RegExp(`^${metric}(\\{[^}]*\\})? `, 'gm'))].map(([line]) => line);

/** Labels in the manual's list, which has `…_` for the prefix of a part. */
function documentedLabels(metric: string): readonly string[] {
  const name = metric.replace(/_(bucket|sum|count)$/, '').replace(/^gateway_/, '(?:gateway|…)_');
  return new RegExp(`\`${name}\\{([^}]*)\\}\``).exec(manual)?.[1]?.split(',') ?? [];
}

describe('dashboard and alerts', () => {
  it('use only metrics that the product exports, with their labels', async () => {
    const cookie = cookiesOf(await product.ask('POST', '/api/register', { body: registration('watched') }));
    await product.ask('POST', '/api/messages/global', { cookie, body: { content: 'words' } });
    const text = await (await product.ask('GET', '/metrics')).text();
    const queries = [
      ...alerts.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const uses = queries.flatMap(usesIn).filter(({ metric }) => !foreignMetrics.includes(metric));
    expect(uses.length).toBeGreaterThan(queries.length - 1);
    for (const { query, metric, labels } of uses) {
      const family = metric.replace(/_(bucket|sum|count)$/, '');
      expect(text, query).toMatch(new RegExp(`^# TYPE (${metric}|${family}) `, 'm'));
      const samples = samplesOf(text, metric);
      for (const label of labels.filter((name) => !foreignLabels.includes(name))) {
        const found =
          samples.length > 0
            ? samples.join('\n')
            : documentedLabels(metric)
                .map((name) => `${name}="`)
                .join();
        expect(found, `${label} of ${query}`).toContain(`${label}="`);
      }
    }
  });

  it('have legends of labels that their queries keep', () => {
    for (const { title, targets } of panels) {
      for (const { expr, legendFormat } of targets) {
        const wanted = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        const kept = /\bby \(([^)]*)\)/.exec(expr)?.[1]?.split(/, */) ?? foreignLabels;
        for (const label of wanted) expect(kept, title).toContain(label);
      }
    }
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });
});

it('each alert has one entry in the manual, and the reverse', () => {
  const [, table = ''] = /### Alerts\n([\s\S]*?)\n### /.exec(manual) ?? [];
  const entries = [...table.matchAll(/^\| `(\w+)` \| \S/gm)].map(([, name]) => name);
  expect(entries).toEqual(alerts.map(({ alert }) => alert));
});
