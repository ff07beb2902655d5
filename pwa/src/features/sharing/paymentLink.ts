import { evmChainId } from '@pmcw/contracts';

/** A form of payment links that wallets of a network read, and the digits after the point of its coin. */
interface PaymentForm {
  readonly coin: string;
  readonly decimals: number;
  readonly linkOf: (address: string, amount: Amount) => string;
}

/** In the smallest unit, because binary fractions can't hold most amounts. */
interface Amount {
  readonly units: bigint;
  readonly decimals: number;
}

/** EIP-681; the chain is part of the link, so that no wallet sends on another one. */
const evm = (network: string, coin: string): PaymentForm => ({
  coin,
  decimals: 18,
  linkOf: (address, { units }) => `ethereum:${address}@${evmChainId(network)}?value=${units}`,
});

/** BIP-21, which Dogecoin Core has under its own name. */
const bip21 = (scheme: string, coin: string): PaymentForm => ({
  coin,
  decimals: 8,
  linkOf: (address, amount) => `${scheme}:${address}?amount=${decimalOf(amount)}`,
});

/** Not PMCW: its link needs the decimals of the token's contract, which the site does not know. */
const forms: Readonly<Record<string, PaymentForm>> = {
  ETH: evm('ETH', 'ETH'),
  BSC: evm('BSC', 'BNB'),
  MATIC: evm('MATIC', 'POL'),
  AVAX: evm('AVAX', 'AVAX'),
  BTC: bip21('bitcoin', 'BTC'),
  DOGE: bip21('dogecoin', 'DOGE'),
  SOL: {
    coin: 'SOL',
    decimals: 9,
    linkOf: (address, amount) => `solana:${address}?amount=${decimalOf(amount)}`,
  },
};

/** Null for networks and kinds of addresses without a standard. */
export function paymentFormOf(network: string, address: string): PaymentForm | null {
  const form = Object.hasOwn(forms, network) ? forms[network] : undefined;
  if (form === undefined) return null;
  // Avalanche's X and P chains have no such links.
  return evmChainId(network) !== null && !address.startsWith('0x') ? null : form;
}

export type PaymentLink =
  | { readonly kind: 'link'; readonly link: string; readonly amount: string; readonly coin: string }
  | { readonly kind: 'none' | 'noNumber' | 'ambiguous' | 'zero' | 'tooMuch' }
  | { readonly kind: 'tooFine'; readonly decimals: number };

/** More than exist of any of these coins. */
const mostDigits = 12;

/**
 * The link for an amount as typed, with a point or a comma before the fraction, never both; `none` for an empty one.
 */
export function paymentLink(form: PaymentForm, address: string, typed: string): PaymentLink {
  const text = typed.trim();
  if (text === '') return { kind: 'none' };
  if (/[.,].*[.,]/.test(text)) return { kind: 'ambiguous' };
  const [, whole = '', fraction = ''] = /^(\d*)(?:[.,](\d*))?$/.exec(text) ?? [];
  if (whole + fraction === '') return { kind: 'noNumber' };
  const { decimals, coin } = form;
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) return { kind: 'tooFine', decimals };
  if (whole.replace(/^0+/, '').length > mostDigits) return { kind: 'tooMuch' };
  const units = BigInt(whole + digits.padEnd(decimals, '0'));
  if (units === 0n) return { kind: 'zero' };
  const amount = { units, decimals };
  return { kind: 'link', link: form.linkOf(address, amount), amount: decimalOf(amount), coin };
}

/** "0.5", exactly, without an exponent. */
function decimalOf({ units, decimals }: Amount): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`);
}
