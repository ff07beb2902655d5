import { consistencySchema, type HistoryRecord, inclusionSchema, wellKnown } from '@pmcw/contracts';
import { queryOptions } from '@tanstack/react-query';
import { fetchJson, send, whole } from '../../../base/api/client.ts';
import { isNotFoundError } from '../../../base/api/errors.ts';
import { keyOfPem, type PublicKey } from './publicKey.ts';
import { remember, rememberedCheckpoint } from './remembered.ts';
import { type Verdict, verifyInclusion } from './verify.ts';

/** Interval of requests while no checkpoint covers the event. */
const waitingMs = 10_000;

/** Fetches and verifies the proof that a record is in the signed log; remembers a verified checkpoint. */
export const proofQuery = (shown: HistoryRecord) =>
  queryOptions({
    queryKey: ['/api/proofs', shown.eventId],
    queryFn: async ({ signal }): Promise<Verdict> => {
      const proof = await fetchJson(`/api/proofs/inclusion/${shown.eventId}`, inclusionSchema, { signal });
      if (proof.state === 'waiting' || proof.state === 'unsigned') return { kind: proof.state };
      const verdict = await verifyInclusion(proof, {
        shown,
        publicKey: await publicKey(signal),
        remembered: rememberedCheckpoint(),
        consistency: (from, to) => consistency(from, to, signal),
      });
      if (verdict.kind === 'verified') remember({ ...verdict.checkpoint, key: verdict.key });
      return verdict;
    },
    refetchInterval: ({ state }) => (state.data?.kind === 'waiting' ? waitingMs : false),
    staleTime: 0,
    gcTime: 0,
  });

async function publicKey(signal: AbortSignal): Promise<PublicKey> {
  const response = await send(wellKnown.publicKey, { signal });
  return keyOfPem(await whole(response.text()));
}

async function consistency(from: number, to: number, signal: AbortSignal): Promise<readonly string[] | null> {
  try {
    const where = `/api/proofs/consistency?from=${from}&to=${to}`;
    return (await fetchJson(where, consistencySchema, { signal })).path;
  } catch (error) {
    if (isNotFoundError(error)) return null;
    throw error;
  }
}
