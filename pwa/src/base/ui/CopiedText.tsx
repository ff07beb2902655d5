import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { proofCheck } from '../words/en/proofs/proofCheck.ts';
import { useWords } from '../words/words.ts';
import { IconButton } from './IconButton.tsx';
import { useCopy } from './useCopy.ts';

interface CopiedTextProps {
  readonly label: string;
  /** For screen readers. */
  readonly copyLabel: string;
  /** Copied verbatim, and shown unless `children` show it. */
  readonly text: string;
  readonly children?: ReactNode;
}

export function CopiedText({ label, copyLabel, text, children }: CopiedTextProps) {
  const words = useWords(proofCheck);
  const { isCopied, copy } = useCopy(words.copied);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <span className="text-xs text-faint">{label}</span>
        <IconButton label={copyLabel} size="sm" className="-my-1" onClick={() => void copy(text)}>
          {isCopied ? <Check className="text-success" aria-hidden="true" /> : <Copy aria-hidden="true" />}
        </IconButton>
      </div>
      <div className="rounded-md border bg-canvas px-3.5 py-2.5 font-mono text-xs/5 break-words whitespace-pre-wrap text-muted wrap-anywhere">
        {children ?? text}
      </div>
    </div>
  );
}
