import { networkName, type Wallet } from '@pmcw/contracts';
import {
  BadgeCheck,
  ChevronDown,
  CircleDashed,
  CircleQuestionMark,
  OctagonAlert,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Address } from '../../base/ui/Address.tsx';
import { Link } from '../../base/ui/Link.tsx';
import { RelativeTime } from '../../base/ui/RelativeTime.tsx';
import { addresses } from '../../base/words/en/members/addresses.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { NetworkDot } from '../look/NetworkChip.tsx';
import { ProofLine } from '../look/ProofLine.tsx';
import { AddressComparison, type Given } from './AddressComparison.tsx';
import type { AddressNote } from './notesOf.ts';

/** More would hide the text that they are about. */
const most = 4;

interface AddressNotesProps {
  readonly notes: readonly AddressNote[];
  readonly username: string;
  readonly isOwn: boolean;
  readonly given: Given;
  /** When the server sent the profile, in milliseconds since 1970; null where its page says so. */
  readonly at: number | null;
}

/** Compares the addresses in a member's text with their profile: a quiet line each, loud for imitations. */
export function AddressNotes({ notes, ...about }: AddressNotesProps) {
  const words = useWords(addresses);
  const formats = useFormats();
  if (notes.length === 0) return null;
  return (
    <div className="flex min-w-0 flex-col gap-1 pt-1 text-xs text-muted">
      {notes.slice(0, most).map((note) => (
        <Note key={note.found.start} note={note} {...about} />
      ))}
      {notes.length > most && <p>{words.more(formats.number(notes.length - most))}</p>}
    </div>
  );
}

type NoteProps = Omit<AddressNotesProps, 'notes'> & { readonly note: AddressNote };

function Note(props: NoteProps) {
  const words = useWords(addresses);
  const formats = useFormats();
  const { note, username, isOwn, given, at } = props;
  const { verdict, found } = note;
  switch (verdict.kind) {
    case 'similar': {
      const network = networkName(verdict.wallet.network);
      return (
        <section className="flex animate-appear gap-2.5 rounded-lg border border-danger-line bg-danger-soft px-3 py-2.5 text-sm text-fg">
          <OctagonAlert aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-danger" />
          <div className="flex min-w-0 flex-col gap-2 wrap-anywhere">
            <p className="font-medium text-danger">
              {isOwn ? words.similarOwn(network) : words.similar(username, network)}
            </p>
            <p>{words.similarText}</p>
            <AddressComparison
              comparison={verdict.comparison}
              given={given}
              username={isOwn ? null : username}
            />
            {at !== null && <AsOf at={at} />}
          </div>
        </section>
      );
    }
    case 'listed': {
      const [first] = verdict.wallets;
      if (first === undefined) return null;
      const since = formats.date(first.addedAt);
      const proved = verdict.wallets.some(({ proof }) => proof !== null) ? words.proved : words.notProved;
      const text = `${isOwn ? words.listedOwn(since) : words.listed(username, since)}, ${proved}`;
      return (
        <Quiet {...props} icon={<BadgeCheck className="size-4 text-success" />} text={text}>
          {verdict.wallets.map((wallet) => (
            <Listed key={wallet.id} wallet={wallet} />
          ))}
        </Quiet>
      );
    }
    case 'former': {
      const until = formats.date(verdict.wallet.removedAt);
      return (
        <Quiet
          {...props}
          icon={<TriangleAlert className="size-4 text-danger" />}
          text={isOwn ? words.formerOwn(until) : words.former(username, until)}
        />
      );
    }
    case 'other':
      return (
        <Quiet
          {...props}
          icon={<CircleDashed className="size-4" />}
          text={isOwn ? words.otherOwn : words.other(username)}
        >
          <Networks codes={found.networks} />
        </Quiet>
      );
    case 'unknown':
      return (
        <Quiet
          {...props}
          icon={<CircleQuestionMark className="size-4" />}
          text={isOwn ? words.unknownOwn : words.unknown(username)}
        >
          <Networks codes={found.networks} />
        </Quiet>
      );
  }
}

interface QuietProps extends NoteProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly children?: ReactNode;
}

/** A line that opens to the whole address. */
function Quiet({ note, username, at, icon, text, children }: QuietProps) {
  const words = useWords(addresses);
  return (
    <details className="group min-w-0">
      <summary className="flex min-h-6 w-fit max-w-full cursor-pointer list-none items-start gap-1.5 rounded-sm hover:text-fg [&::-webkit-details-marker]:hidden">
        <span aria-hidden="true" className="mt-0.5 shrink-0">
          {icon}
        </span>
        <span className="min-w-0 py-0.5 wrap-anywhere">{text}</span>
        <ChevronDown
          aria-hidden="true"
          className="mt-1 size-3.5 shrink-0 text-faint transition group-open:rotate-180"
        />
      </summary>
      <div className="mt-1 mb-1.5 flex flex-col gap-1.5 rounded-lg border bg-surface px-3 py-2.5">
        <bdi dir="ltr">
          <Address address={note.found.plain} />
        </bdi>
        {children}
        <span className="flex flex-wrap items-center gap-x-3">
          {at !== null && <AsOf at={at} />}
          <Link to={`/${username}`} className="underline underline-offset-2 hover:text-fg">
            {words.openProfile}
          </Link>
        </span>
      </div>
    </details>
  );
}

function AsOf({ at }: { readonly at: number }) {
  const words = useWords(addresses);
  return (
    <span className="text-xs text-muted">
      {words.asOf} <RelativeTime at={new Date(at).toISOString()} />
    </span>
  );
}

function Listed({ wallet }: { readonly wallet: Wallet }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      <Networks codes={[wallet.network]} />
      <ProofLine proof={wallet.proof} />
    </span>
  );
}

function Networks({ codes }: { readonly codes: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5">
      {codes.map((code) => (
        <span key={code} className="flex items-center gap-1.5">
          <NetworkDot network={code} />
          {networkName(code)}
        </span>
      ))}
    </span>
  );
}
