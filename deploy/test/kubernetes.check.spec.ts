import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Namespace, PersistentVolumeClaim, Service } from 'kubernetes-models/v1';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { compose, makeSecrets, root } from './composed.ts';

const models = { Deployment, NetworkPolicy, PodDisruptionBudget, Namespace, PersistentVolumeClaim, Service };
const folder = path.join(root, 'deploy');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

const kustomization = z
  .object({
    namespace: z.string(),
    resources: z.array(z.string()),
    images: z.array(z.object({ name: z.string(), newTag: z.string() })),
    configMapGenerator: z.array(
      z.object({
        name: z.string(),
        files: z.array(z.string()).default([]),
        literals: z.array(z.string()).default([]),
      }),
    ),
  })
  .parse(parse(read('kustomization.yaml')));

const anything = z.looseObject({
  apiVersion: z.string(),
  kind: z.enum([
    'Deployment',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Namespace',
    'PersistentVolumeClaim',
    'Service',
  ]),
  metadata: z.looseObject({ name: z.string() }),
});
const resources = kustomization.resources.flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => anything.parse(document.toJS())),
);

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.literal('http') }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number().optional(),
  failureThreshold: z.number().optional(),
});
const quantities = z.strictObject({ cpu: z.coerce.string(), memory: z.string() });
const podOf = z.object({
  terminationGracePeriodSeconds: z.number(),
  automountServiceAccountToken: z.literal(false),
  securityContext: z.looseObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().positive(),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.tuple([
    z.object({
      name: z.string(),
      image: z.string(),
      ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
      envFrom: z.array(z.object({ configMapRef: z.object({ name: z.string() }) })),
      env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
      startupProbe: probe.optional(),
      livenessProbe: z.looseObject({}),
      readinessProbe: z.looseObject({}),
      resources: z.strictObject({ requests: quantities, limits: quantities }),
      securityContext: z.strictObject({
        allowPrivilegeEscalation: z.literal(false),
        readOnlyRootFilesystem: z.literal(true),
        capabilities: z.strictObject({
          drop: z.tuple([z.literal('ALL')]),
          add: z.array(z.string()).default([]),
        }),
      }),
      volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
    }),
  ]),
  volumes: z.array(
    z.object({
      name: z.string(),
      secret: z.object({ items: z.array(z.object({ key: z.string(), path: z.string() })) }).optional(),
      configMap: z.object({ name: z.string() }).optional(),
      persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
    }),
  ),
});
const deploymentOf = z.object({
  spec: z.object({ replicas: z.number(), template: z.object({ spec: podOf }) }),
});

const named = (kind: string, name: string) =>
  resources.find((resource) => resource.kind === kind && resource.metadata.name === name);
const deployments = resources
  .filter(({ kind }) => kind === 'Deployment')
  .map((resource) => ({ name: resource.metadata.name, ...deploymentOf.parse(resource).spec }));
const parts = deployments.filter(({ name }) => name !== 'caddy');
const literalsOf = (name: string) =>
  Object.fromEntries(
    (kustomization.configMapGenerator.find((map) => map.name === name)?.literals ?? []).map((literal) =>
      z.tuple([z.string(), z.string()]).parse(literal.split(/=(.*)/s).slice(0, 2)),
    ),
  );

const secrets = makeSecrets();
afterAll(() => rmSync(secrets, { recursive: true }));
const composed = compose(['docker-compose.yml'], secrets);
const shutdownSeconds = 15;

it('lists every manifest', () => {
  const files = readdirSync(path.join(folder, 'kubernetes')).map((file) => `kubernetes/${file}`);
  expect(kustomization.resources.toSorted()).toEqual(files.toSorted());
});

it.each(resources.map((resource) => [resource.kind, resource.metadata.name, resource] as const))(
  '%s %s fits the schema of Kubernetes',
  (kind, _name, resource) => {
    const model = new models[kind](resource);
    expect(model.apiVersion).toBe(resource.apiVersion);
    model.validate();
  },
);

it('has the parts of compose, with their images and as many replicas', () => {
  const built = Object.entries(composed.services).filter(([name, { build }]) => build && name !== 'tools');
  expect(parts.map(({ name, replicas }) => [name, replicas]).toSorted()).toEqual(
    built.map(([name, { deploy }]) => [name, deploy.replicas]).toSorted(),
  );
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));
  const images = kustomization.images.map(({ name, newTag }) => `${name}:${newTag}`);
  expect(images.toSorted()).toEqual(
    [...parts.map(({ name }) => `pmcw/${name}:${version}`), composed.services.caddy?.image].toSorted(),
  );
});

describe.each(parts.map((part) => [part.name, part] as const))('%s', (name, part) => {
  const { spec } = part.template;
  const [container] = spec.containers;
  const service = composed.services[name];

  it('has the settings of compose', () => {
    const own = container.env.map((variable) => [variable.name, variable.value]);
    const shared = container.envFrom.map(({ configMapRef }) => literalsOf(configMapRef.name));
    const { PUBLIC_URL, TRUST_PROXY, DRAIN_SECONDS, ...rest } = Object.assign(
      {},
      ...shared,
      Object.fromEntries(own),
    );
    const {
      PUBLIC_URL: url,
      TRUST_PROXY: proxy,
      SERVICE_WORKER: _,
      ...expected
    } = service?.environment ?? {};
    expect(rest).toEqual(expected);
    expect([PUBLIC_URL !== undefined, TRUST_PROXY !== undefined]).toEqual([
      url !== undefined,
      proxy !== undefined,
    ]);
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(Number(DRAIN_SECONDS) + shutdownSeconds);
  });

  it('gets the secrets of compose, as files', () => {
    const [mounted] = spec.volumes.flatMap(({ secret }) => (secret === undefined ? [] : [secret.items]));
    expect(mounted?.map(({ key }) => key)).toEqual(service?.secrets.map(({ source }) => source));
    for (const { key, path: file } of mounted ?? []) expect(file).toBe(key);
    expect(container.volumeMounts).toContainEqual({ name: 'secrets', mountPath: '/run/secrets' });
  });

  it('is asked at its port for health and readiness, and is reachable by that of its image', () => {
    const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
    const exposed = new RegExp(`^FROM part AS ${name}$[\\s\\S]*?^EXPOSE (\\d+)$`, 'm').exec(dockerfile)?.[1];
    expect(container.ports).toEqual([{ name: 'http', containerPort: Number(exposed) }]);
    expect(probe.parse(container.livenessProbe).httpGet.path).toBe('/healthz');
    expect(container.startupProbe?.httpGet.path).toBe('/healthz');
    expect(probe.parse(container.readinessProbe).httpGet.path).toBe('/readyz');
    expect(named('Service', name)).toMatchObject({
      spec: { clusterIP: 'None', ports: [{ port: Number(exposed) }] },
    });
    expect(named('NetworkPolicy', name)).toMatchObject({
      spec: { ingress: [{ ports: [{ port: Number(exposed) }], from: expect.any(Array) }] },
    });
  });

  it('may lose one replica at a time, and has the memory of compose', () => {
    expect(named('PodDisruptionBudget', name)).toMatchObject({
      spec: { maxUnavailable: 1, selector: { matchLabels: { 'app.kubernetes.io/name': name } } },
    });
    expect(Number.parseInt(container.resources.limits.memory, 10) * 2 ** 20).toBe(Number(service?.mem_limit));
    expect(container.securityContext.capabilities.add).toEqual([]);
  });
});

it('gives Caddy the variables that the Caddyfile reads, and nothing outside but Caddy an address', () => {
  const used = [...read('Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, variable]) => variable);
  const entrance = Object.keys(literalsOf('entrance'));
  for (const variable of entrance) expect(used).toContain(variable);
  expect(kustomization.configMapGenerator).toContainEqual({
    name: 'caddyfile',
    files: ['Caddyfile', 'busy.html'],
    literals: [],
  });
  const open = resources.filter(
    (resource) => resource.kind === 'Service' && !/clusterIP"?:"None/.test(JSON.stringify(resource)),
  );
  expect(open.map(({ metadata }) => metadata.name)).toEqual(['caddy']);
  expect(named('NetworkPolicy', 'closed')).toMatchObject({
    spec: { podSelector: {}, policyTypes: ['Ingress'] },
  });
});

it('claims every volume that it mounts', () => {
  const claims = deployments.flatMap(({ template }) =>
    template.spec.volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []),
  );
  for (const claim of claims) expect(named('PersistentVolumeClaim', claim)).toBeDefined();
});
