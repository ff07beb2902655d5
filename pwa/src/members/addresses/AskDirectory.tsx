import type { AddressListings } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { BookSearch } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '../../base/api/errors.ts';
import { Avatar } from '../../base/ui/Avatar.tsx';
import { Button } from '../../base/ui/Button.tsx';
import { InlineError } from '../../base/ui/InlineError.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { DialogClose } from '../../base/ui/overlays/Dialog.tsx';
import { passFocusOn } from '../../base/ui/passFocusOn.ts';
import { addresses } from '../../base/words/en/members/addresses.ts';
import { useWords } from '../../base/words/words.ts';
import { ProofLine } from '../look/ProofLine.tsx';
import { VerifiedBadge } from '../look/VerifiedBadge.tsx';
import { useSession } from '../session/session.tsx';
import { ListedSince } from './ListedSince.tsx';
import { areOnlyOf, type ListingMember, listingsQuery, membersOf } from './listings.ts';

interface AskDirectoryProps {
  readonly address: string;
}

/** Asks on a press, once. For another address, render it with another `key`. */
export function AskDirectory({ address }: AskDirectoryProps) {
  const words = useWords(addresses).ask;
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({ ...listingsQuery(address), enabled: isAsked });
  const hintId = useId();
  return (
    <section aria-label={words.title} tabIndex={-1} className="flex flex-col gap-2 text-sm outline-none">
      {data === undefined && error === null && (
        <Button
          ref={passFocusOn}
          variant="secondary"
          size="sm"
          className="self-start"
          aria-describedby={hintId}
          isPending={isAsked}
          onClick={() => setAsked(true)}
        >
          {!isAsked && <BookSearch aria-hidden="true" />}
          {words.button}
        </Button>
      )}
      {!isAsked && (
        <p id={hintId} className="text-xs text-muted">
          {words.hint}
        </p>
      )}
      <div role="status" className="empty:-mt-2">
        {isAsked && isFetching && <p className="text-xs text-muted">{words.asking}</p>}
        {data !== undefined && <Answer answer={data} />}
      </div>
      {error !== null && <InlineError text={sentenceOf(error)} onRetry={() => void refetch()} />}
    </section>
  );
}

function Answer({ answer: { listings, hasMore } }: { readonly answer: AddressListings }) {
  const words = useWords(addresses).ask;
  const { user } = useSession();
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => void shown.current?.scrollIntoView({ block: 'nearest' }), []);
  const isOwn = areOnlyOf(listings, user?.username);
  const text = isOwn ? words.own : listings.length === 0 ? words.none : words.listed;
  return (
    <div ref={shown} className="flex scroll-my-6 flex-col gap-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{text}</span>
        <span className="text-xs text-muted">{words.now}</span>
      </p>
      {!isOwn && listings.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border">
          {membersOf(listings).map((member) => (
            <ListingMemberItem key={member.username} member={member} />
          ))}
        </ul>
      )}
      {!isOwn && hasMore && <p className="text-xs text-muted">{words.more}</p>}
    </div>
  );
}

function ListingMemberItem({ member }: { readonly member: ListingMember }) {
  const { username, fullName, avatarUrl, isAuthorized, listings } = member;
  return (
    <li className="flex gap-3 px-4 py-3">
      <Avatar username={username} fullName={fullName} avatarUrl={avatarUrl} />
      <div className="flex min-w-0 flex-col gap-1.5">
        <div>
          <span className="flex items-center gap-1.5 font-medium">
            <bdi className="block truncate">{fullName}</bdi>
            {isAuthorized && <VerifiedBadge className="size-4" />}
          </span>
          <DialogClose asChild>
            <Link
              to={`/${username}`}
              className="wrap-anywhere text-muted underline underline-offset-2 hover:text-fg"
            >
              @{username}
            </Link>
          </DialogClose>
        </div>
        {listings.map(({ network, addedAt, provedAt }) => (
          <div key={network} className="flex flex-col gap-0.5">
            <ListedSince wallet={{ network, addedAt }} />
            <ProofLine proof={provedAt === null ? null : { provedAt }} />
          </div>
        ))}
      </div>
    </li>
  );
}
