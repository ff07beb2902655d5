import { Navigate, useSearchParams } from 'react-router-dom';
import { pathOfLink } from '../features/install/openLink.ts';

/** Receives links with the product's scheme, and redirects. */
export default function OpenLinkScreen() {
  const [query] = useSearchParams();
  return <Navigate to={pathOfLink(query.get('address') ?? '') ?? '/not-found'} replace />;
}
