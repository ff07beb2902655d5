import { walletChallengeSchema, walletSchema } from '@pmcw/contracts';
import type { TestWallet } from '@pmcw/testing/wallets';
import type { APIRequestContext } from 'playwright-core';
import * as v from 'valibot';
import { openApi } from './api.ts';
import { password } from './member.ts';

/** Lists a wallet's address, proves it by a signature, and returns its id. */
export async function listAndProve(api: APIRequestContext, wallet: TestWallet): Promise<string> {
  const { network, address } = wallet;
  const listed = await api.post('/api/user/wallets', { data: { network, address } });
  const { id } = v.parse(walletSchema, await listed.json());
  const asked = await api.post(`/api/user/wallets/${id}/challenge`);
  const { nonce, statement } = v.parse(walletChallengeSchema, await asked.json());
  const data = { nonce, signature: wallet.sign(statement) };
  const proved = v.parse(
    walletSchema,
    await (await api.post(`/api/user/wallets/${id}/proof`, { data })).json(),
  );
  if (proved.proof === null) throw new Error(`${network} is not proved`);
  return id;
}

/** A new member with one address, who can list others. */
export async function memberWithWallet(url: string, username: string, address: string) {
  const api = await openApi(url);
  const data = { fullName: 'Ida Test', username, email: `${username}@example.org`, password };
  const { id } = await (await api.post('/api/register', { data })).json();
  const list = async (network: string, listed: string) => {
    const answer = await api.post('/api/user/wallets', { data: { network, address: listed } });
    return v.parse(v.object({ id: v.string() }), await answer.json()).id;
  };
  return { api, id, list, first: await list('ETH', address) };
}
