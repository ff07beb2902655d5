import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Composed, compose, makeSecrets, root, type Service } from './composed.ts';

/** Replicas of each part. Of several notaries only one would work. */
const replicas = { 'command-service': 2, 'query-service': 2, gateway: 2, projector: 2, notary: 1 };
const parts = Object.entries(replicas);
/** Services without requests from outside. */
const inside = /^(postgres|eventstore(-\d)?|projector|notary|tools)$/;
/** Longest that a process takes to stop (runtime, "Ends"). */
const shutdownSeconds = 15;

const secrets = makeSecrets();
afterAll(() => rmSync(secrets, { recursive: true }));

const one = compose(['docker-compose.yml'], secrets);
const cluster = compose(['docker-compose.yml', 'docker-compose.cluster.yml'], secrets);
const rotation = ['docker-compose.yml', 'deploy/vault-key-rotation.yml'];
const variants: [string, Composed][] = [
  ['one log node', one],
  ['three log nodes', cluster],
];

const secretIn = ({ secrets: declared }: Composed, name: string) =>
  readFileSync(declared[name]?.file ?? '', 'utf8').trim();
const isSecret = (value: string) => value.startsWith('/run/secrets/');
const pathOf = ({ target }: { target: string }) => path.resolve('/run/secrets', target);

describe.each(variants)('%s', (_, composed) => {
  const services = Object.entries(composed.services);

  describe.each(services)('%s', (name, service) => {
    it('is confined: not root, read-only, without capabilities', () => {
      expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      expect(service.read_only).toBe(true);
      expect(service.privileged).toBe(false);
      expect(service.cap_drop).toEqual(['ALL']);
      expect(service.cap_add).toEqual(name === 'caddy' ? ['NET_BIND_SERVICE'] : []);
      expect(service.security_opt).toEqual(['no-new-privileges:true']);
    });

    it('has limits, and is restarted', () => {
      expect(service.cpus).toBeGreaterThan(0);
      expect(service.mem_limit).toMatch(/^[1-9]\d*$/);
      expect(service.pids_limit).toBeGreaterThan(0);
      expect(service.restart).toBe(name === 'tools' ? 'no' : 'unless-stopped');
      expect(service.logging.options['max-size']).toMatch(/^\d+m$/);
    });

    it('has a version, and a health check with something to run', () => {
      expect(service.image).toMatch(
        service.build === undefined ? /:\d+\.\d+[\w.-]*$/ : /^pmcw\/[\w-]+:local$/,
      );
      // Tools run for one command and need no check; the parts have the check of their image.
      if (name === 'tools') expect(service.healthcheck?.disable).toBe(true);
      else if (service.build === undefined) expect(service.healthcheck?.test[0]).toBe('CMD');
      else expect(service.healthcheck).toBeUndefined();
    });

    it('waits until its dependencies are healthy', () => {
      for (const { condition } of Object.values(service.depends_on))
        expect(condition).toBe('service_healthy');
    });

    it('gets secrets as mounted files, never by value', () => {
      const mounted = service.secrets.map(pathOf);
      for (const [variable, value] of Object.entries(service.environment)) {
        expect(value).not.toMatch(/:\/\/[^/]*@/);
        if (isSecret(value)) expect(mounted).toContain(value);
        else expect(variable).not.toMatch(/PASSWORD|SECRET|KEY|TOKEN|DATABASE_URL|EVENTSTORE_URL/);
      }
      for (const { source } of service.secrets) expect(composed.secrets).toHaveProperty([source]);
    });

    it('is only in the networks that it needs', () => {
      const networks = Object.keys(service.networks).sort();
      if (inside.test(name)) expect(networks).toEqual(['back']);
      else expect(networks).toEqual(name === 'caddy' ? ['front'] : ['back', 'front']);
    });
  });

  it('has no secret in the configuration that compose prints', () => {
    const words = readdirSync(secrets)
      .filter((file) => !/\.(crt|srl|key)$/.test(file))
      .map((file) => readFileSync(path.join(secrets, file), 'utf8').trim());
    expect(words).toHaveLength(11);
    for (const word of words) expect(composed.text.includes(word)).toBe(false);
  });

  it('publishes only Caddy, and gives databases no way out', () => {
    const published = services.filter(([, { ports }]) => ports.length > 0).map(([name]) => name);
    expect(published).toEqual(['caddy']);
    expect(composed.networks.back?.internal).toBe(true);
  });

  it('has every secret, in a closed folder', () => {
    for (const { file } of Object.values(composed.secrets)) {
      expect(statSync(file).size).toBeGreaterThan(0);
      expect(statSync(file).mode & 0o777).toBe(0o444);
    }
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    expect(statSync(path.join(secrets, 'eventstore_ca.key')).mode & 0o777).toBe(0o400);
    expect(Object.values(composed.secrets).some(({ file }) => file.endsWith('ca.key'))).toBe(false);
  });

  describe.each(parts)('%s', (name, count) => {
    const part = composed.services[name];

    it('has two replicas, or one notary, with time to finish their work', () => {
      expect(part?.deploy.replicas).toBe(count);
      expect(part?.stop_grace_period).toBeGreaterThan(shutdownSeconds);
    });

    it('is a target of the Dockerfile', () => {
      expect(part?.build?.target).toBe(name);
      expect(readFileSync(path.join(root, 'Dockerfile'), 'utf8')).toMatch(
        new RegExp(`^FROM part AS ${name}$`, 'm'),
      );
    });
  });

  it('has one notary, with a key and a folder that no other part can write, and without access to the vault', () => {
    const mounts = services.flatMap(([name, { volumes }]) =>
      volumes.filter(({ source }) => source === 'audit').map((mount) => ({ name, ...mount })),
    );
    expect(mounts).toEqual([
      expect.objectContaining({ name: 'notary', target: '/audit', read_only: false }),
      expect.objectContaining({ name: 'query-service', target: '/audit', read_only: true }),
      expect.objectContaining({ name: 'tools', target: '/audit', read_only: true }),
    ]);
    for (const { name } of mounts) expect(composed.services[name]?.environment.AUDIT_DIR).toBe('/audit');
    const signers = services.filter(([, service]) =>
      service.secrets.some(({ source }) => source === 'signing_key'),
    );
    expect(signers.map(([name]) => name)).toEqual(['notary']);
    const known = composed.services.notary?.secrets.map(({ source }) => source) ?? [];
    expect(known.filter((source) => /vault|database/.test(source))).toEqual([]);
    expect(composed.services['command-service']?.environment.NOTARY_URL).toBe('http://notary:8085');
  });

  it('gives the services all log nodes, and each node the others', () => {
    const nodes = Object.keys(composed.services).filter((name) => name.startsWith('eventstore'));
    const addresses = nodes.map((name) => `${name}:2113`);
    // Compose recreates a part with another address because a variable changes, even if it ignores changed secrets.
    const name = nodes.length === 1 ? 'eventstore_url' : 'eventstore_cluster_url';
    const clients = services.flatMap(([part, { environment }]) =>
      environment.EVENTSTORE_URL_FILE === undefined ? [] : [[part, environment.EVENTSTORE_URL_FILE]],
    );
    expect(clients).toEqual(
      ['command-service', 'gateway', 'notary', 'projector', 'query-service', 'tools'].map((part) => [
        part,
        `/run/secrets/${name}`,
      ]),
    );
    const url = secretIn(composed, name);
    expect(url).toMatch(/^esdb:\/\/admin:[0-9a-f]{64}@/);
    expect(url.split('@')[1]?.split('?')[0]).toBe(addresses.join(','));
    expect(url).toContain('tls=true&tlsCAFile=/run/secrets/eventstore_ca.crt');
    for (const name of nodes) {
      const { environment = {} } = composed.services[name] ?? {};
      expect(environment.EVENTSTORE_NODE_HOST_ADVERTISE_AS).toBe(name);
      expect(environment.EVENTSTORE_CLUSTER_SIZE).toBe(String(nodes.length));
      const others = addresses.filter((address) => address !== `${name}:2113`).join(',');
      expect(environment.EVENTSTORE_GOSSIP_SEED ?? '').toBe(others);
    }
  });
});

describe("while the vault's key is replaced", () => {
  const { services } = compose(rotation, secrets);
  const holders = Object.keys(services).filter((name) => services[name]?.environment.VAULT_KEY_FILE);
  it('every service that needs the key has it', () => {
    expect(holders.sort()).toEqual(['command-service', 'gateway', 'projector', 'query-service', 'tools']);
  });
  it.each(holders)('%s holds both keys', (name) => {
    const { environment = {}, secrets: mounted = [] } = services[name] ?? {};
    expect(environment.VAULT_KEY_FILE).toBe('/run/secrets/vault_key');
    expect(environment.VAULT_KEY_PREVIOUS_FILE).toBe('/run/secrets/vault_key_previous');
    expect(mounted.map(pathOf)).toEqual(expect.arrayContaining(Object.values(environment).filter(isSecret)));
  });
});

describe('with mail', () => {
  const { services, secrets: declared } = compose(['docker-compose.yml', 'deploy/mail.yml'], secrets);
  it("only the command service has the mail server's address, and reaches it", () => {
    const holders = Object.keys(services).filter((name) => services[name]?.environment.SMTP_URL_FILE);
    expect(holders).toEqual(['command-service']);
    const { environment = {}, secrets: mounted = [], networks = {} } = services['command-service'] ?? {};
    expect(mounted.map(pathOf)).toEqual(expect.arrayContaining(Object.values(environment).filter(isSecret)));
    expect(Object.keys(networks)).toContain('front');
    expect(declared).toHaveProperty(['smtp_url']);
  });
  it('the command service and the query service know the sender', () => {
    const mailing = Object.keys(services).filter(
      (name) => 'MAIL_FROM' in (services[name]?.environment ?? {}),
    );
    expect(mailing.sort()).toEqual(['command-service', 'query-service']);
  });
});

describe('with an OpenID provider', () => {
  const { services, secrets: declared } = compose(['docker-compose.yml', 'deploy/openid.yml'], secrets);
  const having = (variable: string) =>
    Object.keys(services)
      .filter((name) => variable in (services[name]?.environment ?? {}))
      .sort();
  it('only the command service has the secret, and reaches the provider', () => {
    expect(having('OIDC_CLIENT_SECRET_FILE')).toEqual(['command-service']);
    const { environment = {}, secrets: mounted = [], networks = {} } = services['command-service'] ?? {};
    expect(mounted.map(pathOf)).toEqual(expect.arrayContaining(Object.values(environment).filter(isSecret)));
    expect(Object.keys(networks)).toContain('front');
    expect(declared).toHaveProperty(['oidc_client_secret']);
  });
  it('the command service and the query service know the provider and its name', () => {
    for (const variable of ['OIDC_ISSUER', 'OIDC_LABEL'])
      expect(having(variable)).toEqual(['command-service', 'query-service']);
  });
});

describe('three log nodes', () => {
  /** Returns everything of a node except its name, its certificate and its data. */
  function common(service: Service | undefined): unknown {
    if (service === undefined) throw new Error('There is no such node');
    const { environment, secrets: mounted, volumes, depends_on: _, ...rest } = service;
    const own = /ADVERTISE_AS|GOSSIP_SEED|WAITS_FOR_A_COPY/;
    return {
      ...rest,
      environment: Object.fromEntries(
        Object.entries(environment).filter(([variable]) => !own.test(variable)),
      ),
      paths: [...mounted.map(pathOf), ...volumes.map(({ target }) => target)],
    };
  }

  it.each(['eventstore-2', 'eventstore-3'])('%s is like the first', (name) => {
    expect(common(cluster.services[name])).toEqual(common(cluster.services.eventstore));
  });

  it('start the third when the second has the log, because two empty nodes would be a majority', () => {
    const { 'eventstore-2': second, 'eventstore-3': third } = cluster.services;
    expect(third?.depends_on).toEqual({
      'eventstore-2': expect.objectContaining({ condition: 'service_healthy' }),
    });
    expect(third?.environment.PMCW_WAITS_FOR_A_COPY).toBe('yes');
    expect(second?.depends_on).toEqual({});
  });

  it('have a certificate each', () => {
    const sources = ['eventstore', 'eventstore-2', 'eventstore-3'].map((name) =>
      cluster.services[name]?.secrets
        .filter(({ target }) => target.startsWith('node'))
        .map(({ source }) => source),
    );
    expect(sources).toEqual([
      ['eventstore.crt', 'eventstore.key'],
      ['eventstore-2.crt', 'eventstore-2.key'],
      ['eventstore-3.crt', 'eventstore-3.key'],
    ]);
  });
});
