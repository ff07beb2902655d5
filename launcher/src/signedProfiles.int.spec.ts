import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { walletChallengeSchema, wellKnown } from '@pmcw/contracts';
import { profileKeysSchema, verifyProfile } from '@pmcw/contracts/signedProfiles';
import { freePort } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { evmWallet, type TestWallet } from '@pmcw/testing/wallets';
import { openVault } from '@pmcw/vault';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, cookiesOf, type RunningProduct, registration, runProduct } from '../test/product.ts';
import { root } from './places.ts';

let product: RunningProduct;
let publicUrl: string;
let ada: string;
let bin: string;
const [ether, other] = [evmWallet(), evmWallet()];

beforeAll(async () => {
  const port = await freePort();
  publicUrl = `http://localhost:${port}`;
  product = await runProduct({ port, publicUrl });
  ada = cookiesOf(await product.ask('POST', '/api/register', { body: registration('ada') }));
  const [id] = [await list(ether), await list(other)];
  await prove(id, ether);
});
afterAll(() => product.stop());

async function list({ network, address }: TestWallet): Promise<string> {
  const answer = await product.ask('POST', '/api/user/wallets', { cookie: ada, body: { network, address } });
  expect(answer.status).toBe(201);
  return v.parse(v.object({ id: v.string() }), await answer.json()).id;
}

async function prove(id: string, { sign }: TestWallet): Promise<void> {
  const asked = await product.ask('POST', `/api/user/wallets/${id}/challenge`, { cookie: ada });
  const { nonce, statement } = v.parse(walletChallengeSchema, await asked.json());
  const body = { nonce, signature: sign(statement) };
  const answer = await product.ask('POST', `/api/user/wallets/${id}/proof`, { cookie: ada, body });
  expect(answer.ok).toBe(true);
}

/** As requested by a page of another site. */
const fromElsewhere = (where: string) =>
  fetch(`${product.url}${where}`, { headers: { origin: 'https://elsewhere.example' } });

const run = promisify(execFile);
const manifestSchema = v.object({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  bin: v.optional(v.object({ 'pmcw-verify': v.string() })),
});

/**
 * Installs a workspace in a separate folder: packed from unbuilt sources, with its declared packages only.
 * @returns its folder and its file `pmcw-verify`, if any
 */
async function installedIn(folder: string, workspace: 'contracts' | 'verifier') {
  const [sources, elsewhere] = [path.join(folder, 'sources'), path.join(folder, 'elsewhere')];
  for (const name of ['tsconfig.base.json', 'contracts', 'verifier']) {
    await cp(path.join(root, name), path.join(sources, name), {
      recursive: true,
      filter: (file) => !/(contracts|verifier)[\\/](dist|node_modules)$/.test(file),
    });
  }
  await symlink(path.join(root, 'node_modules'), path.join(sources, 'node_modules'), 'junction');
  const shell = process.platform === 'win32';
  const packing = run('npm', ['pack', '--silent'], { cwd: path.join(sources, workspace), shell });
  const tarball = path.join(sources, workspace, (await packing).stdout.trim().split('\n').at(-1) ?? '');
  const packed = path.join(elsewhere, 'node_modules', '@pmcw', workspace);
  await mkdir(packed, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1'], { cwd: packed });
  const manifest: unknown = JSON.parse(await readFile(path.join(packed, 'package.json'), 'utf8'));
  const { dependencies, bin: files } = v.parse(manifestSchema, manifest);
  expect(await readFile(path.join(packed, 'LICENSE'), 'utf8')).toBe(
    await readFile(path.join(root, 'LICENSE'), 'utf8'),
  );
  for (const name of Object.keys(dependencies)) {
    const link = path.join(elsewhere, 'node_modules', name);
    await mkdir(path.dirname(link), { recursive: true });
    await symlink(path.join(root, 'node_modules', name), link, 'junction');
  }
  return { elsewhere, tool: path.join(packed, files?.['pmcw-verify'] ?? '') };
}

/** Runs the tool; returns exit code and output. */
function tool(...args: string[]): Promise<[code: number, output: string]> {
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], (error, out, err) =>
      resolve([typeof error?.code === 'number' ? error.code : 0, out + err]),
    );
  });
}

describe('a signed profile', () => {
  it('is readable and trusted by any other site', async () => {
    await eventually(async () => {
      const [answer, keys] = await Promise.all([
        fromElsewhere(wellKnown.profileOf('ADA')),
        fromElsewhere(wellKnown.profileKeys),
      ]);
      for (const { status, headers } of [answer, keys]) {
        expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
        expect(headers.get('cache-control')).toBe('public, max-age=60');
      }
      const options = { issuer: publicUrl, username: 'ada', now: new Date() };
      expect(verifyProfile(await answer.json(), await keys.json(), options)).toMatchObject({
        isTrusted: true,
        claims: { username: 'ada', url: `${publicUrl}/ada`, isAuthorized: false, verifiedAt: null },
        addresses: [
          { address: ether.address, proof: { kind: 'right', isThisSite: true } },
          { address: other.address, proof: null },
        ],
      });
    });
  });

  it('is 404 for members hidden from visitors; every site may read that too', async () => {
    const credentials = { username: 'admin', password: adminPassword };
    const cookie = cookiesOf(await product.ask('POST', '/api/login', { body: credentials }));
    const eve = await product.ask('POST', '/api/register', { body: registration('eve') });
    const { id } = v.parse(v.object({ id: v.number() }), await eve.json());
    await eventually(async () => expect((await fromElsewhere(wellKnown.profileOf('eve'))).status).toBe(200));
    const body = { isSuspended: true };
    const suspended = await product.ask('PATCH', `/api/admin/users/${id}/suspend`, { cookie, body });
    expect(suspended.status).toBe(200);
    for (const name of ['eve', 'nobody']) {
      await eventually(async () => {
        const answer = await fromElsewhere(wellKnown.profileOf(name));
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
      });
    }
  });
});

describe('another key', () => {
  it('signs at once, and is published beside the previous one, whose documents remain valid until they expire', async () => {
    const [profile, keys] = [wellKnown.profileOf('ada'), wellKnown.profileKeys];
    const signedBefore: unknown = await (await fromElsewhere(profile)).json();
    const vault = await openVault({ connectionString: product.databaseUrl, masterKey: product.masterKey });
    const made = await vault.profileKeys.rotate().finally(() => vault.close());

    const signedAfter: unknown = await (await fromElsewhere(profile)).json();
    const published = v.parse(profileKeysSchema, await (await fromElsewhere(keys)).json());
    expect(published.keys.map(({ kid, retiredAt }) => [kid === made.id, retiredAt === null])).toEqual([
      [true, true],
      [false, false],
    ]);
    const options = { issuer: publicUrl, username: 'ada', now: new Date() };
    const isTrusted = (signed: unknown, by: unknown) => verifyProfile(signed, by, options).isTrusted;
    expect([isTrusted(signedBefore, published), isTrusted(signedAfter, published)]).toEqual([true, true]);
    const alone = { ...published, keys: published.keys.slice(0, 1) };
    expect([isTrusted(signedBefore, alone), isTrusted(signedAfter, alone)]).toEqual([false, true]);
  });
});

describe('pmcw-verify, packed and installed elsewhere,', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pmcw-packed-'));
    bin = (await installedIn(folder, 'verifier')).tool;
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('reports what is proved, by the address of the profile or of the document', async () => {
    for (const address of [`${publicUrl}/ada`, publicUrl + wellKnown.profileOf('ada')]) {
      const [code, output] = await tool(address);
      expect(code, output).toBe(0);
      expect(output).toContain(`@ada on ${publicUrl}: not verified by the site`);
      expect(output).toMatch(
        new RegExp(`${ether.address}\n.*\n +proved by signature \\(eip-191\\) on \\d{4}`),
      );
      expect(output).toMatch(new RegExp(`${other.address}\n.*\n +not proved`));
    }
  });

  it('reports the same as a document for scripts', async () => {
    const [code, output] = await tool('--json', `${publicUrl}/ada`);
    expect(code, output).toBe(0);
    const proof = v.nullable(v.looseObject({ kind: v.picklist(['right', 'false', 'contract']) }));
    const schema = v.object({
      holds: v.literal(true),
      issuer: v.literal(publicUrl),
      username: v.literal('ada'),
      isTrusted: v.literal(true),
      claims: v.looseObject({ username: v.literal('ada') }),
      addresses: v.array(v.object({ network: v.string(), address: v.string(), addedAt: v.string(), proof })),
    });
    expect(v.parse(schema, JSON.parse(output)).addresses.map(({ proof }) => proof?.kind)).toEqual([
      'right',
      undefined,
    ]);
  });

  it.each([
    [[], 'Usage: pmcw-verify [--json] <address of a profile>'],
    [['ada'], 'ada is no address of a profile'],
    [['http://pmcw.example/ada'], 'Only https can be trusted, or http on this machine'],
    [['ftp://pmcw.example/ada'], 'Only https can be trusted, or http on this machine'],
    [['https://pmcw.example/a/b'], 'is no address of a profile'],
    [['--nothing'], 'Usage: pmcw-verify'],
  ])('refuses %j', async (args, reason) => {
    const [code, output] = await tool(...args);
    expect([code, output]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('reports a missing profile, and an unreachable site', async () => {
    expect(await tool(`${publicUrl}/nobody`)).toEqual([2, expect.stringContaining('does not exist')]);
    const away = `http://localhost:${await freePort()}/ada`;
    expect(await tool(away)).toEqual([2, expect.stringContaining("The site can't be reached")]);
  });
});

it('the package of the contracts, installed elsewhere, verifies a profile in a program', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-packed-'));
  try {
    const { elsewhere } = await installedIn(folder, 'contracts');
    const texts = [wellKnown.profileOf('ada'), wellKnown.profileKeys].map(async (where) =>
      (await fromElsewhere(where)).text(),
    );
    const program = `
      import { verifyProfile } from '@pmcw/contracts/signedProfiles';
      const [document, keys, issuer] = process.argv.slice(1);
      const options = { issuer, username: 'ada', now: new Date() };
      console.log(verifyProfile(JSON.parse(document), JSON.parse(keys), options).isTrusted);`;
    const args = ['--input-type=module', '--eval', program, ...(await Promise.all(texts)), publicUrl];
    expect((await run(process.execPath, args, { cwd: elsewhere })).stdout.trim()).toBe('true');
  } finally {
    await rm(folder, { recursive: true });
  }
});
