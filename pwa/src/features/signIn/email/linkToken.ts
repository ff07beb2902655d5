import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

export interface LinkToken {
  readonly to: 'reset' | 'confirm';
  readonly token: string;
}

/** Reads `/auth#reset=<token>` or `/auth#confirm=<token>`; null for any other address. */
export function linkTokenIn(hash: string): LinkToken | null {
  const [, to, token] = /^#(reset|confirm)=([\w-]+)$/.exec(hash) ?? [];
  if (token === undefined || (to !== 'reset' && to !== 'confirm')) return null;
  return { to, token };
}

/** Removes the token from the address at once, because it is as good as a password. */
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
