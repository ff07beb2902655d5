import type { ReactNode } from 'react';
import { app } from '../base/words/en/app/app.ts';
import { useWords } from '../base/words/words.ts';
import { BottomNav } from './BottomNav.tsx';
import { TopBar } from './TopBar.tsx';

export function Shell({ children }: { readonly children: ReactNode }) {
  const words = useWords(app);
  return (
    <>
      <a
        href="#main"
        className="fixed top-[max(0.5rem,env(safe-area-inset-top))] left-[max(0.5rem,env(safe-area-inset-left))] z-60 -translate-y-28 rounded-full bg-primary px-4 py-2 text-sm font-medium text-on-primary focus:translate-y-0"
      >
        {words.skipToContent}
      </a>
      <TopBar />
      <main
        id="main"
        tabIndex={-1}
        className="min-h-dvh pt-[var(--shell-top)] pb-[var(--shell-bottom)] outline-none"
      >
        {children}
      </main>
      <BottomNav />
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-30 h-28 bg-linear-to-t from-canvas to-transparent max-md:hidden short:hidden"
      />
    </>
  );
}
