import { socialPlatforms } from '@pmcw/contracts';
import { Check, Link2, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopy } from '../../base/ui/useCopy.ts';
import { shareDialog } from '../../base/words/en/sharing/shareDialog.ts';
import { useWords } from '../../base/words/words.ts';
import { SocialGlyph } from '../../members/look/SocialGlyph.tsx';
import { type Share, type ShareTarget, shareAddress, shareTargets } from './shareLinks.ts';

const icons: Record<ShareTarget, ReactNode> = {
  twitter: <SocialGlyph platform="twitter" />,
  facebook: <SocialGlyph platform="facebook" />,
  linkedin: <SocialGlyph platform="linkedin" />,
  email: <Mail strokeWidth={1.7} aria-hidden="true" className="size-5" />,
  telegram: <SocialGlyph platform="telegram" />,
};

const tile =
  'flex h-20 w-full flex-col items-center justify-center gap-2 rounded-lg border bg-surface text-xs font-medium text-fg transition hover:border-line-strong hover:bg-raised [&_svg]:text-muted';

/** Plain links, and copying the link (spec §2). */
export function ShareTargets({ share }: { readonly share: Share }) {
  const words = useWords(shareDialog);
  const { isCopied, copy } = useCopy(words.copied);
  return (
    <ul className="grid grid-cols-3 gap-2.5">
      {shareTargets.map((target) => (
        <li key={target}>
          <a href={shareAddress(target, share)} target="_blank" rel="noopener noreferrer" className={tile}>
            {icons[target]}
            {target === 'email' ? words.targets.email : socialPlatforms[target].name}
          </a>
        </li>
      ))}
      <li>
        <button type="button" onClick={() => void copy(share.url)} className={tile}>
          {isCopied ? (
            <Check aria-hidden="true" className="size-5 text-success!" />
          ) : (
            <Link2 strokeWidth={1.7} aria-hidden="true" className="size-5" />
          )}
          {isCopied ? words.targets.copied : words.targets.copy}
        </button>
      </li>
    </ul>
  );
}
