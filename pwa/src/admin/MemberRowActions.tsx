import type { AdminUser } from '@pmcw/contracts';
import { Ban, ExternalLink, RotateCcw, SlidersHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';
import { Link } from '../ui/Link.tsx';
import { Switch } from '../ui/Switch.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { admin } from '../words/en/admin.ts';
import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';
import { DeleteMemberDialog } from './DeleteMemberDialog.tsx';
import { useAuthorize, useSuspend } from './memberMutations.ts';
import { isProtected } from './protectedMember.ts';

/** Props of `MemberRowActions`. */
export interface MemberRowActionsProps {
  readonly member: AdminUser;
  readonly onDetails: () => void;
}

/** What can be done with a member right in the list (spec §2). */
export function MemberRowActions({ member, onDetails }: MemberRowActionsProps) {
  const words = useWords(admin).actions;
  const { delete: deleteLabel, verified: verifiedLabel } = useWords(common);
  const authorize = useAuthorize();
  const suspend = useSuspend();
  const [isDeleting, setDeleting] = useState(false);
  const { fullName: name, isSuspended } = member;
  const cannot = isProtected(member);
  return (
    <div className="flex items-center gap-0.5 max-lg:[&>:first-child]:mr-auto lg:justify-end">
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
      <Tooltip text={cannot ? words.protectedAccount : isSuspended ? words.unsuspend : words.suspend}>
        <IconButton
          label={isSuspended ? words.unsuspendMember(name) : words.suspendMember(name)}
          variant={isSuspended ? 'ghost' : 'danger'}
          size="sm"
          disabled={cannot}
          onClick={() => suspend.mutate({ member, body: { isSuspended: !isSuspended } })}
        >
          {isSuspended ? <RotateCcw aria-hidden="true" /> : <Ban aria-hidden="true" />}
        </IconButton>
      </Tooltip>
      <Tooltip text={cannot ? words.protectedAccount : deleteLabel}>
        <IconButton
          label={words.deleteMember(name)}
          variant="danger"
          size="sm"
          disabled={cannot}
          onClick={() => setDeleting(true)}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </Tooltip>
      <Tooltip text={words.details}>
        <IconButton label={words.detailsOf(name)} size="sm" onClick={onDetails}>
          <SlidersHorizontal aria-hidden="true" />
        </IconButton>
      </Tooltip>
      <DeleteMemberDialog member={member} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </div>
  );
}
