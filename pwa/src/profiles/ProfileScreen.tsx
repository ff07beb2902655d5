import { useTitle } from '../app/useTitle.ts';

/** Being built. */
export default function ProfileScreen() {
  useTitle('ProfileScreen');
  return <h1 className="shell-width py-10 text-3xl">ProfileScreen</h1>;
}
