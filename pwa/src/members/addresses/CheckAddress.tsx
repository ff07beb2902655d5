import { SearchCheck } from 'lucide-react';
import { Button } from '../../base/ui/Button.tsx';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useWords } from '../../base/words/words.ts';
import type { CheckAddressDialogProps } from './CheckAddressDialog.tsx';

const CheckAddressDialog = onDemand('dialog', () => import('./CheckAddressDialog.tsx'));

export function CheckAddress(props: Omit<CheckAddressDialogProps, 'trigger'>) {
  const words = useWords(profiles).wallets;
  const button = (
    <Button variant="secondary" size="sm">
      <SearchCheck aria-hidden="true" className="max-[359px]:hidden" />
      {words.check}
    </Button>
  );
  return <CheckAddressDialog {...props} trigger={button} />;
}
