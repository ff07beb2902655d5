import { checkedLink, checkedLinkSchema, type SocialLink, socialPlatforms } from '@pmcw/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';
import { Button } from '../../base/ui/Button.tsx';
import { toastError } from '../../base/ui/toastError.ts';
import { toast } from '../../base/ui/toasts.ts';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { currentWords, useWords } from '../../base/words/words.ts';
import { refreshProfiles } from '../../members/look/profileMutations.ts';
import { mySocialsQuestion } from '../../members/look/profileQueries.ts';

function useCheckLink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: SocialLink) =>
      fetchJson(`/api/user/socials/${encodeURIComponent(id)}/check`, checkedLinkSchema, { method: 'POST' }),
    onSuccess: ({ result }) => {
      const words = currentWords(dashboard).socials.results;
      toast({ title: words[result], tone: result === 'links_back' ? 'success' : 'neutral' });
      refreshProfiles(queryClient, mySocialsQuestion.path);
    },
    onError: (error) => toastError(currentWords(dashboard).socials.notChecked, error),
  });
}

/** Nothing for links that can't be checked. */
export function CheckLink({ social }: { readonly social: SocialLink }) {
  const words = useWords(dashboard).socials;
  const check = useCheckLink();
  if (checkedLink(social.platform, social.username) === null) return null;
  return (
    <Button
      variant="secondary"
      size="sm"
      isPending={check.isPending}
      aria-label={words.checkOf(socialPlatforms[social.platform].name)}
      onClick={() => check.mutate(social)}
    >
      {words.check}
    </Button>
  );
}

/** The three ways to link back, to copy. */
export function HowToLinkBack({ username }: { readonly username: string }) {
  const words = useWords(dashboard).socials.linkBack;
  const profile = `${location.origin}/${username}`;
  const ways = [
    [words.relMe, `<a rel="me" href="${profile}">${username}</a>`],
    [words.dns, `pmcw=${profile}`],
    [words.wellKnown, profile],
  ] as const;
  return (
    <details className="mt-5 border-t pt-5 text-sm">
      <summary className="cursor-pointer font-medium">{words.heading}</summary>
      <p className="mt-3 text-muted">{words.intro}</p>
      <ul className="mt-3 flex flex-col gap-3">
        {ways.map(([title, code]) => (
          <li key={title}>
            {title}
            <code className="mt-1 block rounded-md border bg-raised px-3 py-2 font-mono text-xs select-all [overflow-wrap:anywhere]">
              {code}
            </code>
          </li>
        ))}
      </ul>
    </details>
  );
}
