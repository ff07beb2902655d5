import { Check, Copy } from 'lucide-react';
import { Button } from '../../base/ui/Button.tsx';
import { useCopy } from '../../base/ui/useCopy.ts';
import { common } from '../../base/words/en/common.ts';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';

export function StatementText({ statement }: { readonly statement: string }) {
  const words = useWords(proving);
  const { copied } = useWords(common);
  const { isCopied, copy } = useCopy(words.copied);
  return (
    <figure className="shrink-0 overflow-hidden rounded-lg border bg-canvas">
      <figcaption className="flex items-center justify-between gap-3 border-b py-1.5 pr-1.5 pl-4">
        <span className="text-sm font-medium">{words.statement}</span>
        <Button size="sm" variant="ghost" onClick={() => void copy(statement)}>
          {isCopied ? <Check className="text-success" aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {isCopied ? copied : words.copyStatement}
        </Button>
      </figcaption>
      <pre className="px-4 py-3 font-mono text-xs/5 break-words whitespace-pre-wrap text-muted">
        {statement}
      </pre>
    </figure>
  );
}
