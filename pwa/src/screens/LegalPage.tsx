import { useTitle } from '../base/ui/useTitle.ts';
import type { Words } from '../base/words/catalogue.ts';
import { legal } from '../base/words/en/screens/legal.ts';
import { useFormats } from '../base/words/formats.ts';
import { useWords } from '../base/words/words.ts';

/** When either page was last changed. */
const changedOn = '2026-11-21';

interface LegalPageProps {
  readonly page: keyof Pick<Words['legal'], 'terms' | 'privacy'>;
}

export function LegalPage({ page }: LegalPageProps) {
  const words = useWords(legal);
  const formats = useFormats();
  const { title, summary, sections } = words[page];
  useTitle(title);
  return (
    <article className="shell-width max-w-[46rem] pt-10 pb-16 md:pt-16">
      <h1 className="text-3xl break-words hyphens-auto">{title}</h1>
      <p className="mt-3 text-sm text-faint">
        {words.updated} <time dateTime={changedOn}>{formats.dateInWords(changedOn)}</time>
      </p>
      <p className="mt-8 text-lg text-fg">{summary}</p>
      {sections.map(({ heading, paragraphs }) => (
        <section key={heading} className="mt-10">
          <h2 className="text-xl">{heading}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className="mt-3 text-muted">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}
