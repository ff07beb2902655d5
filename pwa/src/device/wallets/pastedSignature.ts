import * as v from 'valibot';

/** What Etherscan, MyEtherWallet and others write to a file or the clipboard. */
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

/** As Bitcoin wallets write a signed message; the signature is the last line. */
const armoured = /-----BEGIN [^\n]*SIGNATURE-----\s+(?:\S+\s+)*?(\S+)\s+-----END/;

/** The signature in what somebody pasted: by itself, in lines, or in what their wallet wrote round it. */
export function pastedSignature(text: string): string {
  const written = v.safeParse(signedMessageSchema, text.trim());
  const signature = written.success ? written.output : (armoured.exec(text)?.[1] ?? text);
  return signature.replace(/\s/g, '');
}
