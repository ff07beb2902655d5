import { ChevronRight } from 'lucide-react';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';

export function AboutProofs() {
  const { title, points } = useWords(proving).about;
  return (
    <details className="group text-sm text-muted">
      <summary className="flex w-fit cursor-pointer list-none items-center gap-1.5 rounded-sm font-medium hover:text-fg [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition group-open:rotate-90" />
        {title}
      </summary>
      <ul className="mt-2.5 flex list-disc flex-col gap-1.5 pl-5 marker:text-faint">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </details>
  );
}
