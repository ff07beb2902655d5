import { type SocialLink, socialLinkUrl, socialPlatforms } from '@pmcw/contracts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useWords } from '../../base/words/words.ts';
import { SocialGlyph } from '../../members/look/SocialGlyph.tsx';

/** 3 tiles in a row, 6 on larger screens (spec §2). */
export function SocialTiles({ socials }: { readonly socials: readonly SocialLink[] }) {
  const words = useWords(profiles);
  if (socials.length === 0) return null;
  return (
    <section aria-label={words.socials} className="mt-8">
      <ul className="grid grid-cols-3 gap-2.5 md:grid-cols-6">
        {socials.map((social) => (
          <SocialTile key={social.id} social={social} />
        ))}
      </ul>
    </section>
  );
}

function SocialTile({ social }: { readonly social: SocialLink }) {
  const url = socialLinkUrl(social.platform, social.username);
  if (url === null) return null;
  return (
    <li>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="group flex flex-col items-center gap-2.5 rounded-lg border bg-surface px-2 py-4 transition hover:border-line-strong hover:bg-raised"
      >
        <SocialGlyph
          platform={social.platform}
          className="size-5.5 text-muted transition group-hover:text-fg"
        />
        <span className="text-xs font-medium">{socialPlatforms[social.platform].name}</span>
      </a>
    </li>
  );
}
