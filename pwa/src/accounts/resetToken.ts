import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The token of a link `/auth#reset=<token>`; null in any other address. */
export function resetTokenIn(hash: string): string | null {
  const token = /^#reset=([\w-]+)$/.exec(hash)?.[1];
  return token ?? null;
}

/** The token that the page was opened with. It goes from the address at once: it is as good as a password. */
export function useResetToken(): { token: string | null; forget: () => void } {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>(null);
  const inAddress = resetTokenIn(hash);
  useEffect(() => {
    if (inAddress === null) return;
    setToken(inAddress);
    void navigate('/auth', { replace: true });
  }, [inAddress, navigate]);
  return { token: token ?? inAddress, forget: () => setToken(null) };
}
