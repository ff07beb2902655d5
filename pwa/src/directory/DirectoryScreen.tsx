import { useTitle } from '../app/useTitle.ts';

/** Being built. */
export default function DirectoryScreen() {
  useTitle('DirectoryScreen');
  return <h1 className="shell-width py-10 text-3xl">DirectoryScreen</h1>;
}
