import { networkName } from '../profiles/networks.ts';
import { evmChainId } from './schemes.ts';

/** What a statement says. */
export interface ProofStatement {
  /** The host of the site, with its port where it has one. */
  readonly site: string;
  /** Where the member's profile is. */
  readonly url: string;
  readonly username: string;
  /** Code of the network, in capitals. */
  readonly network: string;
  readonly address: string;
  /** Letters and digits, 17 or more. */
  readonly nonce: string;
  /** As `Date.toISOString` writes it. */
  readonly issuedAt: string;
}

/**
 * The text that a wallet signs to prove its address: ASCII, lines that end with `\n`, none at the end. Built like EIP-4361,
 * but it asks for no sign-in, so that a proof, which everybody can read, signs nobody in anywhere.
 */
export function proofStatement(statement: ProofStatement): string {
  const { site, url, username, network, address, nonce, issuedAt } = statement;
  const chainId = evmChainId(network);
  return [
    `${site} asks you to prove that this ${networkName(network)} address is yours:`,
    address,
    '',
    `I am @${username} on ${site}, and this address is mine. Signing is free and moves nothing.`,
    '',
    `URI: ${url}`,
    'Version: 1',
    `Network: ${network}`,
    ...(chainId === null ? [] : [`Chain ID: ${chainId}`]),
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt}`,
  ].join('\n');
}

const pattern = new RegExp(
  [
    String.raw`^(?<site>[a-z0-9.-]+(?::\d+)?|\[[0-9a-f:]+\](?::\d+)?) asks you to prove that this [^\n]+ address is yours:`,
    String.raw`(?<address>[\x21-\x7e]+)`,
    '',
    String.raw`I am @(?<username>\w+) on [^\n]+, and this address is mine\. Signing is free and moves nothing\.`,
    '',
    String.raw`URI: (?<url>https?://[\x21-\x7e]+)`,
    'Version: 1',
    String.raw`Network: (?<network>[A-Z0-9]{1,12})(?:\nChain ID: \d+)?`,
    'Nonce: (?<nonce>[A-Za-z0-9]{17,})',
    String.raw`Issued At: (?<issuedAt>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$`,
  ].join('\n'),
);

/** What a text says if it is, to the letter, what `proofStatement` writes; null for every other. Never throws. */
export function readStatement(text: string): ProofStatement | null {
  const { site, url, username, network, address, nonce, issuedAt } = pattern.exec(text)?.groups ?? {};
  if (!site || !url || !username || !network || !address || !nonce || !issuedAt) return null;
  const statement = { site, url, username, network, address, nonce, issuedAt };
  return proofStatement(statement) === text ? statement : null;
}
