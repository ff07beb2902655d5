import * as v from 'valibot';

/** The format of Etherscan, MyEtherWallet and others. */
const signedMessageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.pipe(
      v.object({ sig: v.string() }),
      v.transform(({ sig }) => sig),
    ),
    v.pipe(
      v.object({ signature: v.string() }),
      v.transform(({ signature }) => signature),
    ),
  ]),
);

const start = /-----BEGIN [\w ]*SIGNATURE-----/;
/** Lines before the signature: headers such as `Version: 1`, and the address. */
const heading = /^\s*(?:[\w-]+:.*|[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[a-z\d]{11,71})\s*$/gim;

/** The block of Bitcoin wallets: text, headers and signature between lines of hyphens. */
function inArmour(text: string): string | null {
  const block = text.split(start)[1];
  return block?.split('-----END')[0]?.replace(heading, '') ?? null;
}

/** Extracts the signature from text as wallets write it: alone, on several lines, in JSON or in a block. */
export function writtenSignature(text: string): string {
  const written = v.safeParse(signedMessageSchema, text.trim());
  const signature = written.success ? written.output : (inArmour(text) ?? text);
  return signature.replace(/\s/g, '');
}
