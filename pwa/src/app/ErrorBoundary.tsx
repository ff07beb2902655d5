import { Component, type ReactNode } from 'react';
import { Button } from '../base/ui/Button.tsx';
import { app } from '../base/words/en/app/app.ts';
import { currentWords } from '../base/words/words.ts';
import { takeNewVersion } from './rescue.ts';

/** Installs a newer version if there is one, because the same one would probably fail again. */
async function reload(): Promise<void> {
  const isComing = await takeNewVersion().catch(() => false);
  if (!isComing) window.location.reload();
}

interface State {
  readonly hasFailed: boolean;
}

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** Shown instead of the failed part; by default a page that offers a reload. */
  readonly instead?: ReactNode;
}

/** Catches rendering errors: the whole app after a fatal one (spec §8), while siblings continue. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override readonly state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    if (this.props.instead !== undefined) return this.props.instead;
    const words = currentWords(app).error;
    return (
      <div role="alert" className="fixed inset-0 z-50 grid place-items-center bg-canvas p-6">
        <div className="flex max-w-sm flex-col items-center gap-3 text-center">
          <h1 className="text-2xl">{words.heading}</h1>
          <p className="text-muted">{words.text}</p>
          <Button className="mt-3" onClick={() => void reload()}>
            {words.reload}
          </Button>
        </div>
      </div>
    );
  }
}
