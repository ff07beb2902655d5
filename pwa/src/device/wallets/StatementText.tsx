import { CopyButton } from '../../base/ui/CopyButton.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';

export function StatementText({ statement }: { readonly statement: string }) {
  const words = useWords(proving);
  return (
    <figure className="shrink-0 overflow-hidden rounded-lg border bg-canvas">
      <figcaption className="flex items-center justify-between gap-3 border-b py-1.5 pr-1.5 pl-4">
        <span className="text-sm font-medium">{words.statement}</span>
        <CopyButton size="sm" variant="ghost" text={statement} texts={words.copied}>
          {words.copyStatement}
        </CopyButton>
      </figcaption>
      <pre className="px-4 py-3 font-mono text-xs/5 break-words whitespace-pre-wrap text-muted">
        {statement}
      </pre>
    </figure>
  );
}
