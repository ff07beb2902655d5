import type { KeyRing } from '../keys/masterKey.ts';
import type { KeyStatus } from '../keys/status.ts';

function nameOf(keyId: string, ring: KeyRing): string {
  if (keyId === ring.current.id) return `${keyId} (VAULT_KEY)`;
  return `${keyId} (${ring.ids.includes(keyId) ? 'VAULT_KEY_PREVIOUS' : 'not given'})`;
}

function advice(status: KeyStatus, ring: KeyRing): string[] {
  const { keyId, previousKeyId } = status;
  if (keyId === null)
    return ['The vault was never opened; the first process to do so decides its master key.'];
  const needed = [keyId, ...(previousKeyId === null ? [] : [previousKeyId])];
  if (needed.some((id) => !ring.ids.includes(id)))
    return ['No process can open this vault with the keys given.'];
  if (previousKeyId !== null) return ['A rotation is not finished: run rotate-key.'];
  if (keyId !== ring.current.id) return ['VAULT_KEY is not in use yet: run rotate-key.'];
  return ring.ids.length > 1 ? ['VAULT_KEY_PREVIOUS is no longer needed.'] : [];
}

/** `opens` is whether the given keys open the vault. */
export function statusText(status: KeyStatus, ring: KeyRing): { text: string; opens: boolean } {
  const { keyId, previousKeyId, keys, erased, holders } = status;
  const name = (id: string) => nameOf(id, ring);
  const lines = [
    `master key      ${keyId === null ? 'none yet' : name(keyId)}`,
    ...(previousKeyId === null ? [] : [`rotating from   ${name(previousKeyId)}`]),
    ...keys.map((under) => `members' keys   ${under.members} under ${name(under.keyId)}`),
    `erased members  ${erased}`,
    ...holders.map(({ keyIds, processes }) => {
      const held = keyIds.length === 0 ? 'unknown keys' : keyIds.map(name).join(' and ');
      return `processes       ${processes} with ${held}`;
    }),
    ...advice(status, ring),
  ];
  const needed = [keyId, previousKeyId, ...keys.map((under) => under.keyId)];
  const opens = needed.every((id) => id === null || ring.ids.includes(id));
  return { text: `${lines.join('\n')}\n`, opens };
}
