import { useTitle } from '../app/useTitle.ts';

/** Being built. */
export default function AuthScreen() {
  useTitle('AuthScreen');
  return <h1 className="shell-width py-10 text-3xl">AuthScreen</h1>;
}
