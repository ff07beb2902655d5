import { Check, Copy } from 'lucide-react';
import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';
import { Button, type ButtonProps } from './Button.tsx';
import { type CopyTexts, useCopy } from './useCopy.ts';

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly texts: CopyTexts;
}

/** Says "Copied" for a moment after each copy. */
export function CopyButton({ text, texts, children, ...button }: CopyButtonProps) {
  const { copied } = useWords(common);
  const { isCopied, copy } = useCopy(texts);
  return (
    <Button {...button} onClick={() => void copy(text)}>
      {isCopied ? (
        <Check aria-hidden="true" className={button.variant === 'ghost' ? 'text-success' : ''} />
      ) : (
        <Copy aria-hidden="true" />
      )}
      {isCopied ? copied : children}
    </Button>
  );
}
