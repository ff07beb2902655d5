import type { PlainProof } from '@pmcw/contracts/walletProofs';
import { ChevronRight } from 'lucide-react';
import { CopiedText } from '../../base/ui/CopiedText.tsx';
import { proofCheck } from '../../base/words/en/proofs/proofCheck.ts';
import { useWords } from '../../base/words/words.ts';
import { type OtherCheck, otherChecks } from './otherChecks.ts';

interface OtherChecksProps {
  readonly address: string;
  readonly signed: PlainProof;
  readonly explorer: string;
}

/** Ways to check the proof without this site; initially collapsed. */
export function OtherChecks({ address, signed, explorer }: OtherChecksProps) {
  const words = useWords(proofCheck);
  return (
    <details className="group rounded-lg border">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-lg px-4 text-sm font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition group-open:rotate-90"
        />
        {words.elsewhere}
      </summary>
      <div className="flex flex-col gap-5 px-4 pb-4 text-sm">
        <p className="text-muted">{words.elsewhereText}</p>
        {otherChecks(address, signed, explorer).map((way) => (
          <Way key={way.tool} way={way} />
        ))}
      </div>
    </details>
  );
}

function Way({ way: { tool, href, command } }: { readonly way: OtherCheck }) {
  const words = useWords(proofCheck);
  const { name, text } = words.tools[tool];
  return (
    <section className="flex flex-col gap-1.5">
      <h4 className="font-medium">
        {href === undefined ? (
          name
        ) : (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline decoration-line-strong underline-offset-4 hover:decoration-current"
          >
            {name}
          </a>
        )}
      </h4>
      {command === undefined ? (
        <p className="text-muted">{text}</p>
      ) : (
        <CopiedText label={text} copyLabel={words.copyCommand(name)} text={command} />
      )}
    </section>
  );
}
