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

export interface StatusReport {
  /** Whether the given keys open the vault. */
  readonly opens: boolean;
  /** Fingerprint; null in a vault that was never opened. */
  readonly masterKey: string | null;
  readonly rotatingFrom: string | null;
  readonly memberKeys: KeyStatus['keys'];
  readonly erasedMembers: number;
  readonly processes: KeyStatus['holders'];
  readonly advice: readonly string[];
}

export function statusReport(status: KeyStatus, ring: KeyRing): StatusReport {
  const { keyId, previousKeyId, keys, erased, holders } = status;
  const needed = [keyId, previousKeyId, ...keys.map((under) => under.keyId)];
  return {
    opens: needed.every((id) => id === null || ring.ids.includes(id)),
    masterKey: keyId,
    rotatingFrom: previousKeyId,
    memberKeys: keys,
    erasedMembers: erased,
    processes: holders,
    advice: advice(status, ring),
  };
}

export function statusText(report: StatusReport, ring: KeyRing): string {
  const { masterKey, rotatingFrom } = report;
  const name = (id: string) => nameOf(id, ring);
  const lines = [
    `master key      ${masterKey === null ? 'none yet' : name(masterKey)}`,
    ...(rotatingFrom === null ? [] : [`rotating from   ${name(rotatingFrom)}`]),
    ...report.memberKeys.map((under) => `members' keys   ${under.members} under ${name(under.keyId)}`),
    `erased members  ${report.erasedMembers}`,
    ...report.processes.map(({ keyIds, processes }) => {
      const held = keyIds.length === 0 ? 'unknown keys' : keyIds.map(name).join(' and ');
      return `processes       ${processes} with ${held}`;
    }),
    ...report.advice,
  ];
  return `${lines.join('\n')}\n`;
}
