import { networkName } from '../profiles/networks.ts';
import { evmChainId } from './schemes.ts';

export interface ProofStatement {
  readonly site: string;
  readonly url: string;
  readonly username: string;
  readonly network: string;
  readonly address: string;
  /** 17 or more letters and digits. */
  readonly nonce: string;
  /** As written by `Date.toISOString`. */
  readonly issuedAt: string;
}

/**
 * ASCII, no `
 * ` at the end. Similar to EIP-4361, but no sign-in request, so that a public proof can't be used to sign in.
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

/** Null if it deviates in any way. Never throws. */
export function readStatement(text: string): ProofStatement | null {
  const { site, url, username, network, address, nonce, issuedAt } = pattern.exec(text)?.groups ?? {};
  if (!site || !url || !username || !network || !address || !nonce || !issuedAt) return null;
  const statement = { site, url, username, network, address, nonce, issuedAt };
  return proofStatement(statement) === text ? statement : null;
}
