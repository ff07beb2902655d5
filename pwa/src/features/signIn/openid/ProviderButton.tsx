import { useEffect, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { useWords } from '../../../base/words/words.ts';
import { goToProvider, type OpenidStart } from './goToProvider.ts';
import { ProviderMark } from './ProviderMark.tsx';

interface ProviderButtonProps {
  readonly label: string;
  readonly start: OpenidStart;
  readonly size?: 'md' | 'lg';
  readonly children: string;
}

/** Spins until the page is left. */
export function ProviderButton({ label, start, size = 'md', children }: ProviderButtonProps) {
  const { notBegun } = useWords(openid);
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    // Restores the button after going back.
    const isBack = () => setPending(false);
    window.addEventListener('pageshow', isBack);
    return () => window.removeEventListener('pageshow', isBack);
  }, []);
  const leave = () => {
    setPending(true);
    orToast(notBegun, () => goToProvider(start)).catch(() => setPending(false));
  };
  return (
    <Button size={size} variant="secondary" isPending={isPending} onClick={leave} className="w-full">
      <ProviderMark label={label} className={size === 'lg' ? 'size-5' : 'size-4.5'} />
      {children}
    </Button>
  );
}
