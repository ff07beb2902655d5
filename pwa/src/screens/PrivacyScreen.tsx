import { LegalPage } from './LegalPage.tsx';

/** The privacy policy, at /privacy. */
export default function PrivacyScreen() {
  return <LegalPage page="privacy" />;
}
