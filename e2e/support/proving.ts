import { walletChallengeSchema, walletSchema } from '@pmcw/contracts';
import type { TestWallet } from '@pmcw/testing/wallets';
import type { APIRequestContext } from 'playwright-core';
import * as v from 'valibot';

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
