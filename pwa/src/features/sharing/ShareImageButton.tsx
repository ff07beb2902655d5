import type { Profile } from '@pmcw/contracts';
import { ImageDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { download } from '../../base/ui/download.ts';
import { toast } from '../../base/ui/toasts.ts';
import { sharing } from '../../base/words/en/sharing/sharing.ts';
import { currentWords, useWords } from '../../base/words/words.ts';

/** Disabled and "Generating..." while it works (spec §2). */
export function ShareImageButton({ profile }: { readonly profile: Profile }) {
  const words = useWords(sharing);
  const [isGenerating, setGenerating] = useState(false);
  const generate = async () => {
    setGenerating(true);
    try {
      const { imageFileName, profileImage } = await import('./profileImage.ts');
      download(await profileImage(profile), imageFileName(profile.username));
      toast({ ...currentWords(sharing).generated, tone: 'success' });
    } catch {
      toast({ ...currentWords(sharing).notGenerated, tone: 'danger' });
    }
    setGenerating(false);
  };
  return (
    <Button variant="secondary" size="sm" isPending={isGenerating} onClick={() => void generate()}>
      {!isGenerating && <ImageDown aria-hidden="true" />}
      {isGenerating ? words.generating : words.shareImage}
    </Button>
  );
}
