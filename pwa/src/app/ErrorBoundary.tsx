import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { app } from '../words/en/app.ts';
import { currentWords } from '../words/words.ts';

interface State {
  readonly hasFailed: boolean;
}

/** Stands in for the whole app after a fatal error (spec §8). */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    const words = currentWords(app).error;
    return (
      <div role="alert" className="fixed inset-0 z-50 grid place-items-center bg-canvas p-6">
        <div className="flex max-w-sm flex-col items-center gap-3 text-center">
          <h1 className="text-2xl">{words.heading}</h1>
          <p className="text-muted">{words.text}</p>
          <Button className="mt-3" onClick={() => window.location.reload()}>
            {words.reload}
          </Button>
        </div>
      </div>
    );
  }
}
