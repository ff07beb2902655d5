import type { CheckedAddress, ProfileCheck, ProfileRefusal } from '@pmcw/contracts/signedProfiles';
import { fetchProfile, type ProfileAddress, profileAddressOf } from './fetchProfile.ts';

const usage = `Usage: pmcw-verify [--json] <address of a profile>

  pmcw-verify https://pmcw.example/ada
  pmcw-verify https://pmcw.example/.well-known/pmcw/ada.json

Asks the site for the signed profile and its keys, checks the signature and every proof on this machine, and says what is proved.
--json prints that as one JSON document.
`;

const reasons: Readonly<Record<ProfileRefusal, string>> = {
  malformed: 'this is no signed profile',
  unknown_key: 'the key that it names is none of the site’s',
  wrong_signature: 'the signature does not fit: something was changed, or another key signed it',
  another_issuer: 'it is of another site',
  another_username: 'it is of another member',
  not_yet_valid: 'it is from the future; is the clock of this machine right?',
  expired: 'it has expired; is the clock of this machine right?',
  valid_too_long: 'it says that it holds for longer than any does',
  retired_key: 'it was signed after its key had been replaced',
};

function wordsFor({ proof }: CheckedAddress): string {
  if (proof === null) return 'not proved: the site says so';
  if (proof.kind === 'false') return `FALSE: the proof does not hold (${proof.faults.join(', ')})`;
  const on = proof.provedAt.slice(0, 10);
  if (proof.kind === 'contract')
    return `signed by a contract on ${on}: only its network can check it (${proof.signed.scheme})`;
  return `proved by signature (${proof.signed.scheme}) on ${on}${proof.isThisSite ? '' : `, for ${proof.says.site}`}`;
}

/** Removes control characters, because the site is not trusted. */
const harmless = (line: string): string => line.replace(/[\p{Cc}\p{Cf}]/gu, '\u{fffd}');

function report(check: ProfileCheck, { issuer, username }: ProfileAddress): { text: string; holds: boolean } {
  if (!check.isTrusted) {
    return { text: `Not to be trusted: ${reasons[check.reason]}.\n`, holds: false };
  }
  const { claims, addresses } = check;
  const verified = claims.isAuthorized
    ? `verified by the site${claims.verifiedAt === null ? '' : ` since ${claims.verifiedAt.slice(0, 10)}`}`
    : 'not verified by the site';
  const lines = [
    `@${claims.username || username} on ${issuer}: ${verified}`,
    `signed by the site at ${claims.issuedAt}, good until ${claims.expiresAt}`,
    ...(addresses.length === 0 ? ['', 'No addresses.'] : []),
    ...addresses.flatMap((listed) => [
      '',
      `${listed.network}  ${listed.address}`,
      `  listed since ${listed.addedAt.slice(0, 10)}`,
      `  ${wordsFor(listed)}`,
    ]),
  ];
  return {
    text: `${lines.map(harmless).join('\n')}\n`,
    holds: addresses.every(({ proof }) => proof?.kind !== 'false'),
  };
}

/**
 * `pmcw-verify [--json] <address>`.
 * @returns the exit code: 0 everything holds, 1 something is not to be trusted, 2 usage or connection error
 */
export async function runVerify(
  args: readonly string[],
  out: NodeJS.WritableStream,
  err: NodeJS.WritableStream,
): Promise<number> {
  const isJson = args.includes('--json');
  const [address, ...more] = args.filter((arg) => arg !== '--json');
  if (address === undefined || more.length > 0 || address.startsWith('-')) {
    (address === '--help' ? out : err).write(usage);
    return address === '--help' ? 0 : 2;
  }
  try {
    const asked = profileAddressOf(address);
    const check = await fetchProfile(asked);
    const { text, holds } = report(check, asked);
    out.write(isJson ? `${JSON.stringify({ ...asked, holds, ...check })}\n` : text);
    return holds ? 0 : 1;
  } catch (error) {
    err.write(`${error instanceof Error ? reasonOf(error) : String(error)}.\n`);
    return 2;
  }
}

/** `fetch` has the reason in its cause only. */
const reasonOf = ({ message, cause }: Error): string =>
  message === 'fetch failed' && cause instanceof Error
    ? `The site can't be reached: ${cause.message}`
    : message;
