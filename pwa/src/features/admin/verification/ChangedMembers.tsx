import type { AdminUser } from '@pmcw/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import type { MouseEvent } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { LoadMore } from '../../../base/ui/LoadMore.tsx';
import { neighbourOf } from '../../../base/ui/neighbourOf.ts';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { MemberItem } from '../members/MemberItem.tsx';
import { useAuthorize } from '../members/memberMutations.ts';
import { changedMembersQuery } from '../requests/adminQueries.ts';
import { useConfirmVerification } from './verificationMutations.ts';

/** Verified members whose name or avatar changed since; renders nothing if there are none or they are unknown. */
export function ChangedMembers() {
  const words = useWords(admin);
  const list = useInfiniteQuery(changedMembersQuery);
  const members = list.data?.pages.flatMap((page) => page.items) ?? [];
  if (members.length === 0) return null;
  return (
    <section ref={passFocusOn} aria-labelledby="changed-since">
      <h2 id="changed-since" className="text-lg">
        {words.verification.changedTitle}
      </h2>
      <p className="mt-0.5 text-sm text-muted">{words.verification.changedText}</p>
      <ul className="mt-4 divide-y divide-line rounded-xl border bg-surface">
        {members.map((member) => (
          <ChangedMember key={member.id} member={member} />
        ))}
      </ul>
      <LoadMore list={list} className="mt-4">
        {words.loadMore}
      </LoadMore>
    </section>
  );
}

function ChangedMember({ member }: { readonly member: AdminUser }) {
  const words = useWords(admin).verification;
  const confirm = useConfirmVerification();
  const authorize = useAuthorize();
  const isPending = confirm.isPending || authorize.isPending;
  const press = (act: () => void) => (event: MouseEvent) => {
    if (isPending) return;
    neighbourOf(event.currentTarget)?.focus();
    act();
  };
  return (
    <MemberItem member={member} known={<Changes member={member} />}>
      <Button
        size="sm"
        variant="ghost"
        aria-label={words.takeBackMember(member.fullName)}
        aria-disabled={isPending}
        data-removes
        onClick={press(() => authorize.mutate({ member, body: { isAuthorized: false } }))}
      >
        {words.takeBack}
      </Button>
      <Button
        size="sm"
        aria-label={words.keepMember(member.fullName)}
        aria-disabled={isPending}
        data-removes
        onClick={press(() => confirm.mutate(member))}
      >
        <BadgeCheck aria-hidden="true" />
        {words.keep}
      </Button>
    </MemberItem>
  );
}

function Changes({ member: { changedSinceVerification: changes } }: { readonly member: AdminUser }) {
  const words = useWords(admin).verification;
  const { date } = useFormats();
  if (changes === null) return null;
  const { fullName: name, avatar } = changes;
  return (
    <ul className="mt-1 text-sm wrap-anywhere text-muted">
      {name !== null && <li>{words.formerName(name.before, date(name.changedAt))}</li>}
      {avatar !== null && <li>{words.newAvatar(date(avatar.changedAt))}</li>}
    </ul>
  );
}
