import { type SocialLink, socialPlatforms, socialTarget } from '@pmcw/contracts';
import { BadgeCheck, TriangleAlert } from 'lucide-react';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useFormats } from '../../base/words/formats.ts';
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
  const words = useWords(profiles);
  const { date } = useFormats();
  const target = socialTarget(social.platform, social.username);
  if (target === null) return null;
  const { name } = socialPlatforms[social.platform];
  return (
    <li>
      <a
        href={target.url}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="group flex h-full flex-col items-center gap-2.5 rounded-lg border bg-surface px-2 py-4 transition hover:border-line-strong hover:bg-raised"
      >
        <SocialGlyph
          platform={social.platform}
          className="size-5.5 text-muted transition group-hover:text-fg"
        />
        <span className="text-xs font-medium">{name}</span>
        {social.platform === 'website' && (
          <bdi className="text-center text-xs text-balance text-muted [overflow-wrap:anywhere]">
            {new URL(target.url).host}
          </bdi>
        )}
        {social.linksBack !== null && (
          <span className="text-center text-xs text-muted">
            <BadgeCheck aria-hidden="true" className="mr-1 inline size-3.5 text-gold" />
            {words.linksBack(date(social.linksBack.seenAt))}
          </span>
        )}
        {target.foreignHost !== null && (
          <span className="text-center text-xs text-warning [overflow-wrap:anywhere]">
            <TriangleAlert aria-hidden="true" className="mr-1 inline size-3.5" />
            {words.leadsElsewhere(target.foreignHost, name)}
          </span>
        )}
      </a>
    </li>
  );
}
