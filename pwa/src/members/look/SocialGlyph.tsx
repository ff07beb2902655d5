import { platformMarks, type SocialPlatform } from '@pmcw/contracts';

/** In the current text color; the name is beside it. */
export function SocialGlyph({
  platform,
  className = 'size-5',
}: {
  readonly platform: SocialPlatform;
  readonly className?: string;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={platformMarks[platform]} />
    </svg>
  );
}
