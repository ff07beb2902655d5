import { useTitle } from '../app/useTitle.ts';

/** Being built. */
export default function DashboardScreen() {
  useTitle('DashboardScreen');
  return <h1 className="shell-width py-10 text-3xl">DashboardScreen</h1>;
}
