import { TextField } from '../../base/ui/TextField.tsx';
import { shareDialog } from '../../base/words/en/sharing/shareDialog.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import type { PaymentLink } from './paymentLink.ts';

interface AmountFieldProps {
  readonly coin: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly payment: PaymentLink;
}

/** Longer than any amount. */
const mostCharacters = 40;

/** Repeats the amount as understood, because a comma may mean two things. */
export function AmountField({ coin, value, onChange, payment }: AmountFieldProps) {
  const words = useWords(shareDialog).walletCode;
  const { optional } = words;
  const formats = useFormats();
  const { kind } = payment;
  const hint =
    kind === 'link' ? words.asksFor(payment.amount, coin) : kind === 'none' ? words.amountHint : undefined;
  const error =
    kind === 'link' || kind === 'none'
      ? undefined
      : kind === 'tooFine'
        ? words.wrong.tooFine(coin, formats.number(payment.decimals))
        : words.wrong[kind];
  return (
    <div className="w-full">
      <TextField
        label={words.amount(coin)}
        aside={optional}
        hint={hint}
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        maxLength={mostCharacters}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        className="tabular-nums"
      />
    </div>
  );
}
