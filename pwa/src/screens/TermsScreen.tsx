import { LegalPage } from './LegalPage.tsx';

/** The terms of service, at /terms. */
export default function TermsScreen() {
  return <LegalPage page="terms" />;
}
