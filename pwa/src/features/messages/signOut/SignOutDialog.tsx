import { Archive, type LucideIcon, Send, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { Progress } from '../../../base/ui/Progress.tsx';
import { outbox } from '../../../base/words/en/messages/outbox.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { discardAll, sendAll, type UnsentCounts, unsentIn } from '../../../device/offline/leaving.ts';
import { currentMessenger } from '../engine/currentMessenger.ts';

/** How long to wait for the server, in milliseconds. */
const discardWithinMs = 3_000;

interface SignOutDialogProps {
  readonly db: MemberDatabase;
  readonly unsent: UnsentCounts;
  /** Leaves and ends the dialog; never rejects. */
  readonly leave: (keepsUnsent: boolean) => Promise<void>;
  readonly onEnd: () => void;
}

/** `notSent`: how many could not be sent, when asking again. */
type Step =
  | { readonly name: 'asking'; readonly notSent: number }
  | { readonly name: 'sending'; readonly left: number }
  | { readonly name: 'leaving' };

export function SignOutDialog({ db, unsent, leave, onEnd }: SignOutDialogProps) {
  const words = useWords(outbox).leave;
  const [step, setStep] = useState<Step>({ name: 'asking', notSent: 0 });
  const [waiting] = useState(() => new AbortController());
  const keepsDrafts = db.isKept && unsent.drafts.length > 0;
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => () => waiting.abort(), [waiting]);

  const leaveWith = async (keepsUnsent: boolean) => {
    setStep({ name: 'leaving' });
    await leave(keepsUnsent);
  };
  const send = async () => {
    let left = unsent.messages;
    const onLeft = (messages: number) => {
      left = messages;
      setStep({ name: 'sending', left });
    };
    onLeft(left);
    stay.current?.focus();
    await Promise.all([sendAll(db, onLeft, waiting.signal), currentMessenger.get()?.sendChoices()]);
    if (waiting.signal.aborted) return;
    if (left > 0) setStep({ name: 'asking', notSent: left });
    else await leaveWith(keepsDrafts || (db.isKept && (await unsentIn(db)).blocks > 0));
  };
  const discard = async () => {
    setStep({ name: 'leaving' });
    const signal = AbortSignal.timeout(discardWithinMs);
    const drafts = currentMessenger.get()?.discardDrafts(unsent.drafts, signal);
    await Promise.all([discardAll(db, signal), drafts]);
    await leaveWith(false);
  };
  const orStay = (work: Promise<void>) =>
    void work.catch((error: unknown) => {
      console.error('Unsent messages could not be sent or discarded', error);
      onEnd();
    });

  const counted = [
    unsent.messages > 0 ? words.messages(unsent.messages) : null,
    unsent.blocks > 0 ? words.blocks(unsent.blocks) : null,
    unsent.drafts.length > 0 ? words.drafts(unsent.drafts.length) : null,
  ];
  const asked = step.name === 'asking' && step.notSent > 0 ? words.notSent(step.notSent) : null;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && step.name !== 'leaving' && onEnd()}>
      <DialogContent
        title={words.title}
        description={asked ?? [...counted, words.rest].filter((sentence) => sentence !== null).join(' ')}
      >
        {step.name === 'sending' ? (
          <Sending left={step.left} all={unsent.messages} />
        ) : (
          <ul className="flex flex-col gap-2.5">
            {unsent.messages > 0 && (
              <Choice
                icon={Send}
                name={words.send}
                text={keepsDrafts ? `${words.sendText} ${words.draftsKept}` : words.sendText}
                isDisabled={step.name === 'leaving'}
                onChoose={() => orStay(send())}
              />
            )}
            {db.isKept && (
              <Choice
                icon={Archive}
                name={words.keep}
                text={unsent.messages + unsent.blocks > 0 ? words.keepText : words.keepDraftsText}
                isDisabled={step.name === 'leaving'}
                onChoose={() => orStay(leaveWith(true))}
              />
            )}
            <Choice
              icon={Trash2}
              name={words.discard}
              text={words.discardText}
              isDisabled={step.name === 'leaving'}
              isDanger
              onChoose={() => orStay(discard())}
            />
          </ul>
        )}
        <div className="flex justify-end">
          <Button ref={stay} variant="secondary" disabled={step.name === 'leaving'} onClick={onEnd}>
            {words.cancel}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function Sending({ left, all }: { readonly left: number; readonly all: number }) {
  const words = useWords(outbox).leave;
  const { number } = useFormats();
  const said = words.sending(number(all - left), number(all));
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm tabular-nums">
        {said}
      </p>
      <Progress label={said} value={(all - left) / all} />
    </div>
  );
}

interface ChoiceProps {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly text: string;
  readonly isDisabled: boolean;
  readonly isDanger?: boolean;
  readonly onChoose: () => void;
}

function Choice({ icon: Icon, name, text, isDisabled, isDanger = false, onChoose }: ChoiceProps) {
  return (
    <li>
      <button
        type="button"
        disabled={isDisabled}
        onClick={onChoose}
        className="flex w-full items-start gap-3.5 rounded-lg border border-line-strong bg-raised px-4 py-3 text-left text-sm transition hover:bg-overlay disabled:opacity-50"
      >
        <Icon
          aria-hidden="true"
          className={`mt-0.5 size-4.5 shrink-0 ${isDanger ? 'text-danger' : 'text-muted'}`}
        />
        <span className="min-w-0">
          <span className={`block font-medium ${isDanger ? 'text-danger' : 'text-fg'}`}>{name}</span>
          <span className="block text-muted">{text}</span>
        </span>
      </button>
    </li>
  );
}
