import { Spinner } from '../ui/Spinner.tsx';

/** While it is not known yet who is here. */
export function LoadingScreen() {
  return (
    <div className="shell-fill grid place-items-center text-muted">
      <Spinner label="Loading" className="size-8" />
    </div>
  );
}
