import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose, root } from '../composed.ts';
import { type Container, Deployment, serviceOf, type Visitors } from './deployment.ts';

/*
 * The whole life of a deployment, by the commands of the manual: each step continues where the one before ended.
 */

const deployment = new Deployment();
let visitors: Visitors;

const settledSchema = v.object({
  messages: v.number(),
  acknowledged: v.number(),
  lost: v.array(v.string()),
  doubled: v.array(v.string()),
  failedReads: v.number(),
});

/** Stops the members, and resolves with the counts of messages. @throws when one was lost or doubled */
async function settle() {
  const settled = v.parse(settledSchema, await visitors.tell('settle'));
  expect(settled).toMatchObject({ lost: [], doubled: [] });
  console.log(
    `messages: ${settled.messages}, acknowledged since sign-in: ${settled.acknowledged}, lost or doubled: 0`,
  );
  return settled;
}

beforeAll(() => deployment.prepare());
afterAll(async () => {
  visitors?.leave();
  await deployment.remove();
});

it('images are built from the files that .dockerignore lets through', async () => {
  await deployment.compose('--profile', 'tools', 'build');
});

it('everything starts and becomes healthy', async () => {
  await deployment.compose('up', '--detach', '--wait');
  const containers = await deployment.containers();
  expect(containers).toHaveLength(12);
  for (const { State } of containers) expect(State.Health?.Status).toBe('healthy');
});

it('every container is confined as the compose file says', async () => {
  const { services } = compose(['docker-compose.yml'], `${root}/deploy/.check/secrets`);
  for (const container of await deployment.containers()) {
    const service = services[serviceOf(container)];
    const { Config, HostConfig, NetworkSettings } = container;
    expect({
      user: Config.User,
      read_only: HostConfig.ReadonlyRootfs,
      privileged: HostConfig.Privileged,
      cap_drop: HostConfig.CapDrop,
      cap_add: (HostConfig.CapAdd ?? []).map((name) => name.replace(/^CAP_/, '')),
      security_opt: HostConfig.SecurityOpt,
      pids_limit: HostConfig.PidsLimit,
      mem_limit: String(HostConfig.Memory),
      cpus: HostConfig.NanoCpus / 1e9,
      networks: Object.keys(NetworkSettings.Networks)
        .map((name) => name.replace(/^.*_/, ''))
        .sort(),
    }).toEqual({
      user: service?.user,
      read_only: true,
      privileged: false,
      cap_drop: ['ALL'],
      cap_add: service?.cap_add,
      security_opt: service?.security_opt,
      pids_limit: service?.pids_limit,
      mem_limit: service?.mem_limit,
      cpus: service?.cpus,
      networks: Object.keys(service?.networks ?? {}).sort(),
    });
    await expect(deployment.docker('exec', container.Name, 'touch', '/written')).rejects.toThrow(
      /read-only/i,
    );
  }
});

it('members register, the administrator signs in, pictures are shown, and both gateways carry messages', async () => {
  visitors = deployment.visit();
  expect(await visitors.tell('register')).toEqual({ gateways: 2, isAdmin: true });
  await visitors.tell('talk');
  await visitors.tell('progress');
  await settle();
});

it('a backup is restored into an empty deployment, with everything in it', async () => {
  const before = await settle();
  visitors.leave();
  await deployment.compose('run', '--rm', 'tools', 'backup', 'create', '/backups/check');
  await deployment.compose('down', '--timeout', '30');
  await deployment.docker('volume', 'rm', 'pmcw-check_postgres-data', 'pmcw-check_eventstore-data');
  await deployment.compose('up', '--detach', '--wait', 'postgres', 'eventstore');
  await deployment.compose('run', '--rm', 'tools', 'backup', 'restore', '/backups/check');
  await deployment.compose('up', '--detach', '--wait');
  visitors = deployment.visit();
  expect(await visitors.tell('sign-in')).toEqual({ gateways: 2, isAdmin: true });
  expect((await settle()).messages).toBe(before.messages);
});

it('each container is killed in turn while members talk, and nothing is lost or doubled', async () => {
  await visitors.tell('talk');
  // Members notice the loss of a single container; everything else has another replica.
  const goesOn = (container: Container) => !/^(caddy|postgres|eventstore)$/.test(serviceOf(container));
  for (const container of await deployment.containers())
    await deployment.kill(container, async () => goesOn(container) && (await visitors.tell('progress')));
  await visitors.tell('progress');
  await settle();
});

it('one log node becomes three while members talk, and nothing is lost or doubled', async () => {
  await visitors.tell('talk');
  await deployment.compose('run', '--rm', 'tools', 'backup', 'create', '/backups/before-growing');
  deployment.size = 'three';
  await deployment.compose('up', '--detach', '--wait');
  const containers = await deployment.containers();
  expect(containers).toHaveLength(14);
  await visitors.tell('progress');
  await settle();
});

it('each of three log nodes may be down, because the parts know the others', async () => {
  await visitors.tell('talk');
  for (const container of await deployment.containers())
    if (serviceOf(container).startsWith('eventstore'))
      await deployment.kill(container, () => visitors.tell('progress'));
  await settle();
});

it('an upgrade has no downtime', async () => {
  await visitors.tell('talk');
  await visitors.tell('progress');
  await deployment.command('deploy/upgrade.sh');
  await visitors.tell('progress');
  expect(await settle()).toMatchObject({ failedReads: 0 });
});
