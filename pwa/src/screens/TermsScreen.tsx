import { LegalPage } from './LegalPage.tsx';

/** At /terms. */
export default function TermsScreen() {
  return <LegalPage page="terms" />;
}
