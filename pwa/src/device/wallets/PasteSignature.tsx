import { type ProofKind, proveWalletBodySchema } from '@pmcw/contracts';
import { type SyntheticEvent, useState } from 'react';
import * as v from 'valibot';
import { Button } from '../../base/ui/Button.tsx';
import { TextareaField } from '../../base/ui/TextareaField.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';

const { signature: signatureSchema } = proveWalletBodySchema.entries;

interface PasteSignatureProps {
  readonly kind: ProofKind;
  readonly address: string;
  readonly isDisabled: boolean;
  readonly isPending: boolean;
  readonly action: string;
  readonly refusal: string | undefined;
  readonly onSignature: (signature: string) => void;
  readonly onFocus?: () => void;
  readonly onChange: () => void;
}

/** For wallets outside this browser: instructions and a field for the signature. */
export function PasteSignature(props: PasteSignatureProps) {
  const { kind, address, action, isDisabled, isPending, refusal, onSignature, onFocus, onChange } = props;
  const words = useWords(proving).pasting;
  const [pasted, setPasted] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const result = v.safeParse(signatureSchema, pasted);
    if (result.success) onSignature(result.output);
    else setError(result.issues[0].message);
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <ol
        aria-label={words.steps}
        className="flex list-decimal flex-col gap-1.5 pl-5 text-sm text-muted marker:text-faint"
      >
        <li>{words.copy}</li>
        <li>
          {words[kind]} {address.startsWith('bc1p') && words.taproot}
        </li>
        <li>{words.paste}</li>
      </ol>
      <TextareaField
        label={words.signature}
        hint={words.hint}
        error={error ?? refusal}
        rows={2}
        value={pasted}
        onFocus={onFocus}
        onChange={({ target }) => {
          setPasted(target.value);
          setError(undefined);
          onChange();
        }}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="max-h-40 font-mono text-sm break-all"
      />
      <Button type="submit" disabled={isDisabled} isPending={isPending} className="w-full">
        {action}
      </Button>
    </form>
  );
}
