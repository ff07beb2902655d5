import type { AdminUser } from '@pmcw/contracts';
import { Ban, ExternalLink, RotateCcw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { IconButton, type IconButtonProps } from '../../../base/ui/IconButton.tsx';
import { Link } from '../../../base/ui/Link.tsx';
import { Tooltip } from '../../../base/ui/overlays/Tooltip.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { Switch } from '../../../base/ui/Switch.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { common } from '../../../base/words/en/common.ts';
import { useWords } from '../../../base/words/words.ts';
import { DeleteMemberDialog } from './DeleteMemberDialog.tsx';
import { useAuthorize, useSuspend } from './memberMutations.ts';
import { isProtected } from './protectedMember.ts';

interface MemberRowActionsProps {
  readonly member: AdminUser;
  readonly onDetails: () => void;
}

/** Spec §2. */
export function MemberRowActions({ member, onDetails }: MemberRowActionsProps) {
  const words = useWords(admin).actions;
  const { delete: deleteLabel, verified: verifiedLabel } = useWords(common);
  const authorize = useAuthorize();
  const suspend = useSuspend();
  const [isDeleting, setDeleting] = useState(false);
  const { fullName: name, isSuspended } = member;
  const isRefused = isProtected(member);
  return (
    <div
      ref={passFocusOn}
      className="flex items-center gap-0.5 max-lg:[&>:first-child]:mr-auto lg:justify-end"
    >
      <Tooltip text={verifiedLabel}>
        <span className="mr-2 flex items-center gap-2.5">
          <Switch
            label={words.verified(name)}
            isLabelHidden
            isOn={member.isAuthorized}
            disabled={isSuspended}
            onChange={(isAuthorized) => authorize.mutate({ member, body: { isAuthorized } })}
          />
          <span aria-hidden="true" className="text-sm text-muted max-[22rem]:hidden lg:hidden">
            {verifiedLabel}
          </span>
        </span>
      </Tooltip>
      <Tooltip text={words.viewProfile}>
        <IconButton asChild label={words.viewProfileOf(name)} size="sm">
          <Link to={`/${member.username}`}>
            <ExternalLink aria-hidden="true" />
          </Link>
        </IconButton>
      </Tooltip>
      <RefusableButton
        label={isSuspended ? words.unsuspendMember(name) : words.suspendMember(name)}
        tip={isSuspended ? words.unsuspend : words.suspend}
        variant={isSuspended ? 'ghost' : 'danger'}
        isRefused={isRefused}
        onClick={() => suspend.mutate({ member, body: { isSuspended: !isSuspended } })}
      >
        {isSuspended ? <RotateCcw aria-hidden="true" /> : <Ban aria-hidden="true" />}
      </RefusableButton>
      <RefusableButton
        label={words.deleteMember(name)}
        tip={deleteLabel}
        variant="danger"
        isRefused={isRefused}
        onClick={() => setDeleting(true)}
      >
        <Trash2 aria-hidden="true" />
      </RefusableButton>
      <Tooltip text={words.details}>
        <IconButton label={words.detailsOf(name)} size="sm" onClick={onDetails}>
          <SlidersHorizontal aria-hidden="true" />
        </IconButton>
      </Tooltip>
      <DeleteMemberDialog member={member} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </div>
  );
}

interface RefusableButtonProps extends IconButtonProps {
  readonly tip: string;
  /** The account is protected: the button stays focusable and explains why it does nothing, also on touch screens. */
  readonly isRefused: boolean;
}

function RefusableButton({ tip, isRefused, ...button }: RefusableButtonProps) {
  const { protectedAccount } = useWords(admin).actions;
  const why = useId();
  if (!isRefused) {
    return (
      <Tooltip text={tip}>
        <IconButton {...button} size="sm" />
      </Tooltip>
    );
  }
  return (
    <>
      <Tooltip text={protectedAccount}>
        <IconButton
          {...button}
          size="sm"
          variant="ghost"
          aria-disabled
          aria-describedby={why}
          className="cursor-not-allowed opacity-50 hover:bg-transparent! hover:text-muted!"
          onClick={() => toast({ title: protectedAccount })}
        />
      </Tooltip>
      <span id={why} hidden>
        {protectedAccount}
      </span>
    </>
  );
}
