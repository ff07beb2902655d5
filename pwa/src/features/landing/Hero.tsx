import type { ReactNode } from 'react';
import { landing } from '../../base/words/en/landing/landing.ts';
import { useWords } from '../../base/words/words.ts';
import { NextSteps } from './NextSteps.tsx';

export function Hero({ children }: { readonly children?: ReactNode }) {
  const words = useWords(landing);
  return (
    <section className="relative isolate">
      <div className="shell-width grid items-center gap-14 py-14 md:py-20 lg:min-h-[calc(100dvh-var(--shell-top)-var(--shell-bottom))] lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] lg:gap-10 lg:py-10">
        <div className="max-lg:text-center">
          <h1 className="text-display max-lg:mx-auto max-lg:max-w-2xl">{words.promise}</h1>
          <p className="mt-6 max-w-lg text-lg text-muted max-lg:mx-auto">{words.about}</p>
          <div className="mt-9 flex flex-wrap gap-3 max-lg:justify-center">
            <NextSteps start={words.start} browse={words.browse} />
          </div>
        </div>
        {children}
      </div>
    </section>
  );
}
