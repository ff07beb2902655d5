import { useTitle } from '../app/useTitle.ts';

/** Being built. */
export default function LandingScreen() {
  useTitle('LandingScreen');
  return <h1 className="shell-width py-10 text-3xl">LandingScreen</h1>;
}
