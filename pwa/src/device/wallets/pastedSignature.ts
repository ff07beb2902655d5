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

/** The format of Bitcoin wallets; the signature is the last line. */
const armoured = /-----BEGIN [^\n]*SIGNATURE-----\s+(?:\S+\s+)*?(\S+)\s+-----END/;

/** Extracts the signature from pasted text: alone, on several lines, or in a wallet's format. */
export function pastedSignature(text: string): string {
  const written = v.safeParse(signedMessageSchema, text.trim());
  const signature = written.success ? written.output : (armoured.exec(text)?.[1] ?? text);
  return signature.replace(/\s/g, '');
}
