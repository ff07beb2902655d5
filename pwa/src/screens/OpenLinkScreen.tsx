import { Navigate, useSearchParams } from 'react-router-dom';
import { pathOfLink } from '../features/install/openLink.ts';

/** Where the browser brings links with the product's scheme; leads on at once. */
export default function OpenLinkScreen() {
  const [query] = useSearchParams();
  return <Navigate to={pathOfLink(query.get('address') ?? '') ?? '/not-found'} replace />;
}
