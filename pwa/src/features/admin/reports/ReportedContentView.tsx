import { networkName, type ReportedContent, type RequestWallet, socialPlatforms } from '@pmcw/contracts';
import { Globe, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Address } from '../../../base/ui/Address.tsx';
import { Avatar } from '../../../base/ui/Avatar.tsx';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { MemberBanner } from '../../../members/look/MemberBanner.tsx';
import { NetworkDot } from '../../../members/look/NetworkChip.tsx';
import { ProofLine } from '../../../members/look/ProofLine.tsx';
import { ReportedRecording } from './ReportedRecording.tsx';

type Profile = Extract<ReportedContent, { kind: 'profile' }>['profile'];
type Message = Extract<ReportedContent, { kind: 'message' }>['message'];

/** Texts and addresses are no links, since they may be a trap. */
export function ReportedContentView({ content }: { readonly content: ReportedContent }) {
  return (
    <div className="overflow-hidden rounded-lg border bg-canvas text-sm">
      {content.kind === 'profile' && <ReportedProfile profile={content.profile} />}
      {content.kind === 'address' && (
        <div className="p-4">
          <ReportedWallet wallet={content.wallet} />
        </div>
      )}
      {content.kind === 'message' && <ReportedMessage message={content.message} />}
    </div>
  );
}

function ReportedProfile({ profile }: { readonly profile: Profile }) {
  const words = useWords(reportCases).content;
  const { username, fullName, bio, telegramHandle, avatarUrl, backgroundUrl, wallets, socials } = profile;
  return (
    <>
      <MemberBanner username={username} backgroundUrl={backgroundUrl} className="h-24" />
      <div className="flex flex-col gap-4 p-4">
        <div className="flex min-w-0 items-center gap-3">
          <Avatar username={username} fullName={fullName} avatarUrl={avatarUrl} size={56} />
          <div className="min-w-0">
            <bdi className="block truncate text-base font-semibold">{fullName}</bdi>
            <p className="truncate text-muted">@{username}</p>
          </div>
        </div>
        <dl className="flex flex-col gap-4">
          {bio !== '' && <Part term={words.bio}>{<Written text={bio} />}</Part>}
          {telegramHandle !== '' && (
            <Part term={words.telegram}>
              <bdi className="wrap-anywhere">{telegramHandle}</bdi>
            </Part>
          )}
          {socials.length > 0 && (
            <Part term={words.links}>
              <ul className="flex flex-col gap-1">
                {socials.map((social) => (
                  <li key={social.platform} className="wrap-anywhere">
                    {socialPlatforms[social.platform].name}: <bdi>{social.username}</bdi>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {wallets.length > 0 && (
            <Part term={words.addresses}>
              <ul className="flex flex-col gap-3">
                {wallets.map((wallet) => (
                  <li key={wallet.id}>
                    <ReportedWallet wallet={wallet} />
                  </li>
                ))}
              </ul>
            </Part>
          )}
        </dl>
      </div>
    </>
  );
}

function Part({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-xs text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ReportedWallet({ wallet }: { readonly wallet: RequestWallet }) {
  const { network, address, provedAt } = wallet;
  return (
    <div className="flex flex-col gap-1">
      <span className="inline-flex items-center gap-2">
        <NetworkDot network={network} />
        {networkName(network)}
      </span>
      <Address address={address} />
      <ProofLine proof={provedAt === null ? null : { provedAt }} />
    </div>
  );
}

function ReportedMessage({ message }: { readonly message: Message }) {
  const words = useWords(reportCases).content;
  const { dateAndTime } = useFormats();
  const { sentAt, isPrivate, receiver, content, voiceUrl, messageType } = message;
  const Icon = isPrivate ? Lock : Globe;
  const to = receiver === null ? words.erasedReceiver : words.toMember(`@${receiver.username}`);
  return (
    <div className="flex flex-col gap-3 p-4">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
        <Icon aria-hidden="true" className="size-3.5" />
        <span>{isPrivate ? to : words.toEveryone}</span>
        <time dateTime={sentAt}>{words.sent(dateAndTime(sentAt))}</time>
      </p>
      {content !== '' && <Written text={content} />}
      {messageType === 'voice' && <ReportedRecording url={voiceUrl} />}
    </div>
  );
}

function Written({ text }: { readonly text: string }) {
  return (
    <p dir="auto" className="overflow-clip whitespace-pre-line wrap-anywhere">
      {text}
    </p>
  );
}
