import type { Profile } from '@pmcw/contracts';
import { Share2 } from 'lucide-react';
import { Button } from '../../base/ui/Button.tsx';
import { onDemand } from '../../base/ui/OnDemand.tsx';
import { sharing } from '../../base/words/en/sharing/sharing.ts';
import { useWords } from '../../base/words/words.ts';

const ShareDialog = onDemand('dialog', () => import('./ShareDialog.tsx'));

interface ShareButtonProps {
  readonly profile: Profile;
  readonly isOwner: boolean;
}

/** Spec §2. */
export function ShareButton(props: ShareButtonProps) {
  const words = useWords(sharing);
  const button = (
    <Button variant="secondary" size="sm">
      <Share2 aria-hidden="true" />
      {words.share}
    </Button>
  );
  return <ShareDialog {...props} trigger={button} />;
}
