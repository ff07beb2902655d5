import type { ResetLink } from '@pmcw/contracts';
import { KeyRound } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { CopyButton } from '../../../base/ui/CopyButton.tsx';
import { QrCode } from '../../../base/ui/QrCode.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { ActionRow } from './ActionRow.tsx';
import { type MemberRef, useMakeResetLink } from './memberMutations.ts';

/** Shows the link only once. */
export function ResetPassword({ member }: { readonly member: MemberRef }) {
  const words = useWords(admin).details;
  const make = useMakeResetLink();
  return (
    <div>
      <ActionRow title={words.resetPassword} text={words.resetText}>
        <Button
          size="sm"
          variant="secondary"
          isPending={make.isPending}
          onClick={() => make.mutate(member.id)}
        >
          {!make.isPending && <KeyRound aria-hidden="true" />}
          {words.resetPassword}
        </Button>
      </ActionRow>
      <div aria-live="polite">{make.data !== undefined && <MadeLink link={make.data} />}</div>
    </div>
  );
}

function MadeLink({ link: { url, expiresAt } }: { readonly link: ResetLink }) {
  const words = useWords(admin);
  const formats = useFormats();
  const texts = { ...words.toasts.linkCopied, failure: words.toasts.linkNotCopied };
  return (
    <div className="mx-4 mb-4 flex gap-4 rounded-md border border-line-strong bg-canvas p-4 max-sm:flex-col">
      <QrCode text={url} label={words.details.resetCode} className="size-36 shrink-0 max-sm:mx-auto" />
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <p className="text-sm text-muted">{words.details.resetReady}</p>
        <TextField
          label={words.details.resetLink}
          hint={words.details.resetExpires(formats.dateAndTime(expiresAt))}
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
          className="h-10 font-mono text-xs"
        />
        <CopyButton size="sm" className="self-start" text={url} texts={texts}>
          {words.details.copyLink}
        </CopyButton>
      </div>
    </div>
  );
}
