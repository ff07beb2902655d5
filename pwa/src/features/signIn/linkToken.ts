import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What a link that came by mail is for: to choose a password, or to confirm an address. */
export interface LinkToken {
  readonly to: 'reset' | 'confirm';
  readonly token: string;
}

/** The token of a link `/auth#reset=<token>` or `/auth#confirm=<token>`; null in any other address. */
export function linkTokenIn(hash: string): LinkToken | null {
  const [, to, token] = /^#(reset|confirm)=([\w-]+)$/.exec(hash) ?? [];
  if (token === undefined || (to !== 'reset' && to !== 'confirm')) return null;
  return { to, token };
}

/** The token that the page was opened with. It goes from the address at once: one is as good as a password. */
export function useLinkToken(): { link: LinkToken | null; forget: () => void } {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [link, setLink] = useState<LinkToken | null>(null);
  const inAddress = linkTokenIn(hash);
  useEffect(() => {
    const found = linkTokenIn(hash);
    if (found === null) return;
    setLink(found);
    void navigate('/auth', { replace: true });
  }, [hash, navigate]);
  return { link: link ?? inAddress, forget: () => setLink(null) };
}
