import { type AdminUserDetails, limits, manyLines, userTypes } from '@pmcw/contracts';
import { Ban, RotateCcw, Trash2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useLeaveWarning } from '../../../base/forms/leaveWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Field } from '../../../base/ui/Field.tsx';
import { Input } from '../../../base/ui/Input.tsx';
import { Select } from '../../../base/ui/Select.tsx';
import { Switch } from '../../../base/ui/Switch.tsx';
import { TextareaField } from '../../../base/ui/TextareaField.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { common } from '../../../base/words/en/common.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { ActionRow } from './ActionRow.tsx';
import { DeleteMemberDialog } from './DeleteMemberDialog.tsx';
import { useAuthorize, useChangeType, useSaveNotes, useSetTokens, useSuspend } from './memberMutations.ts';
import { isProtected } from './protectedMember.ts';
import { ResetPassword } from './ResetPassword.tsx';
import { tokensOf } from './tokensOf.ts';

interface ForMember {
  readonly member: AdminUserDetails;
}

interface MemberActionsProps extends ForMember {
  readonly onDeleted: () => void;
}

/** Spec §2. */
export function MemberActions({ member, onDeleted }: MemberActionsProps) {
  const [isDeleting, setDeleting] = useState(false);
  return (
    <div className="flex flex-col gap-6">
      <div className="divide-y divide-line rounded-lg border">
        <Verification member={member} />
        <Suspension member={member} />
      </div>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        <TypeField member={member} />
        <TokensField member={member} />
      </div>
      <NotesForm member={member} isGoing={isDeleting} />
      <div className="divide-y divide-line rounded-lg border">
        <ResetPassword member={member} />
        <Deletion member={member} isAsking={isDeleting} onAsking={setDeleting} onDeleted={onDeleted} />
      </div>
    </div>
  );
}

function Verification({ member }: ForMember) {
  const words = useWords(admin).details;
  const authorize = useAuthorize();
  return (
    <Switch
      label={words.verify.label}
      hint={member.isSuspended ? words.verifySuspended : words.verify.hint}
      isOn={member.isAuthorized}
      disabled={member.isSuspended}
      onChange={(isAuthorized) => authorize.mutate({ member, body: { isAuthorized } })}
      className="p-4"
    />
  );
}

function Suspension({ member }: ForMember) {
  const words = useWords(admin);
  const suspend = useSuspend();
  const { isSuspended } = member;
  const text = isProtected(member)
    ? words.actions.protectedAccount
    : isSuspended
      ? words.details.suspendedText
      : words.details.suspensionText;
  return (
    <ActionRow title={words.details.suspension} text={text}>
      <Button
        size="sm"
        variant={isSuspended ? 'secondary' : 'danger'}
        disabled={isProtected(member)}
        onClick={() => suspend.mutate({ member, body: { isSuspended: !isSuspended } })}
      >
        {isSuspended ? <RotateCcw aria-hidden="true" /> : <Ban aria-hidden="true" />}
        {isSuspended ? words.actions.unsuspend : words.actions.suspend}
      </Button>
    </ActionRow>
  );
}

function TypeField({ member }: ForMember) {
  const words = useWords(admin).details;
  const { accountTypes } = useWords(common);
  const changeType = useChangeType();
  return (
    <Field label={words.type}>
      {(control) => (
        <Select
          {...control}
          options={userTypes.map((type) => ({ value: type, label: accountTypes[type] }))}
          value={member.userType}
          onValueChange={(userType) => changeType.mutate({ member, body: { userType } })}
        />
      )}
    </Field>
  );
}

function TokensField({ member }: ForMember) {
  const words = useWords(admin).details;
  const setTokens = useSetTokens();
  const [text, setText] = useState(String(member.pmcwTokens));
  const [shown, setShown] = useState(member.pmcwTokens);
  // Changed here or elsewhere: updates the field, which keeps focus.
  if (shown !== member.pmcwTokens) {
    setShown(member.pmcwTokens);
    setText(String(member.pmcwTokens));
  }
  const pmcwTokens = tokensOf(text);
  const isNew = pmcwTokens !== null && pmcwTokens !== member.pmcwTokens;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isNew) setTokens.mutate({ member, body: { pmcwTokens } });
  };
  return (
    <form onSubmit={submit}>
      <Field label={words.tokens} hint={words.tokensHint}>
        {(control) => (
          <div className="relative">
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="pr-20 tabular-nums"
            />
            <Button
              type="submit"
              size="sm"
              variant="secondary"
              aria-disabled={!isNew}
              className="absolute top-1/2 right-1.5 -translate-y-1/2"
            >
              {words.setTokens}
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

interface NotesFormProps extends ForMember {
  /** The member is being deleted, so unsaved notes don't matter. */
  readonly isGoing: boolean;
}

/** Asks before unsaved notes are lost. */
function NotesForm({ member, isGoing }: NotesFormProps) {
  const words = useWords(admin).details;
  const formats = useFormats();
  const save = useSaveNotes();
  const [notes, setNotes] = useState(member.notes);
  const isSaved = manyLines(notes) === (save.isSuccess ? save.variables.notes : member.notes);
  useLeaveWarning(isSaved || isGoing ? null : words.leaveNotes);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    save.mutate({ id: member.id, notes: manyLines(notes) });
  };
  return (
    <form onSubmit={submit} className="flex flex-col items-start">
      <div className="w-full">
        <TextareaField
          label={words.notes}
          hint={words.notesHint}
          aside={`${formats.number(notes.length)}/${formats.number(limits.notesMax)}`}
          rows={3}
          className="min-h-24"
          maxLength={limits.notesMax}
          value={notes}
          onChange={(event) => setNotes(event.target.value)}
        />
      </div>
      <Button
        type="submit"
        size="sm"
        variant="secondary"
        isPending={save.isPending}
        aria-disabled={isSaved}
        className="mt-2"
      >
        {words.saveNotes}
      </Button>
    </form>
  );
}

interface DeletionProps extends MemberActionsProps {
  readonly isAsking: boolean;
  readonly onAsking: (isAsking: boolean) => void;
}

function Deletion({ member, isAsking, onAsking, onDeleted }: DeletionProps) {
  const words = useWords(admin);
  return (
    <ActionRow
      title={words.details.deleteAccount}
      text={isProtected(member) ? words.actions.protectedAccount : words.details.deleteText}
    >
      <Button size="sm" variant="danger" disabled={isProtected(member)} onClick={() => onAsking(true)}>
        <Trash2 aria-hidden="true" />
        {words.details.deleteAccount}
      </Button>
      <DeleteMemberDialog
        member={member}
        isOpen={isAsking}
        onClose={() => onAsking(false)}
        onDeleted={onDeleted}
      />
    </ActionRow>
  );
}
