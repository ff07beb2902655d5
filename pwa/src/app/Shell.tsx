import type { ReactNode } from 'react';
import { BottomNav } from './BottomNav.tsx';
import { RouteFocus } from './RouteFocus.tsx';
import { TopBar } from './TopBar.tsx';

/** What stands round every screen: skip link, top bar, the screen itself, bottom navigation. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-full bg-primary px-4 py-2 text-sm font-medium text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar />
      <main
        id="main"
        tabIndex={-1}
        className="min-h-dvh pt-[var(--shell-top)] pb-[var(--shell-bottom)] outline-none"
      >
        {children}
      </main>
      <div
        aria-hidden="true"
        className="pointer-events-none fixed inset-x-0 bottom-0 z-30 h-28 bg-linear-to-t from-canvas to-transparent max-md:hidden"
      />
      <BottomNav />
      <RouteFocus />
    </>
  );
}
