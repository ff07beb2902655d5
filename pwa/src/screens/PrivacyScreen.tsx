import { LegalPage } from './LegalPage.tsx';

/** At /privacy. */
export default function PrivacyScreen() {
  return <LegalPage page="privacy" />;
}
