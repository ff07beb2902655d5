import { parseUrl } from '../shared/urls.ts';

/** With its domain as mail servers know it (`bücher.example` is `xn--bcher-kva.example`); other text is unchanged. */
export function asciiEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1;
  const domain = email.slice(at);
  if (at === 0 || !/[^ -~]/.test(domain) || /[\s/?#:\\%[\]]/.test(domain)) return email;
  const host = parseUrl(`http://${domain}`)?.hostname;
  return host === undefined ? email : email.slice(0, at) + host;
}
