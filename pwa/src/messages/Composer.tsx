import { limits, texts } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { ArrowUp } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { sentenceOf } from '../api/errors.ts';
import type { ConversationKey } from '../offline/keys.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/toasts.ts';
import type { Messenger } from './messenger.ts';
import { useComposerText } from './useComposerText.ts';

/** Room that the composer may take, in pixels, before it scrolls. */
const maxHeight = 168;
/** The limit is spoken of when so many characters are left. */
const warnWithin = 200;

/** Props of `Composer`. */
export interface ComposerProps {
  readonly messenger: Messenger;
  readonly conversation: ConversationKey;
  /** Who reads it, for the field's name. */
  readonly name: string;
  /** Whether writing begins at once. */
  readonly takesFocus: boolean;
  readonly onSent: () => void;
}

/** Where a message is written: Enter sends, Shift and Enter begin a new line. The text is kept while it is typed. */
export function Composer({ messenger, conversation, name, takesFocus, onSent }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const isFocused = useCallback(() => document.activeElement === field.current, []);
  const { text, setText, take, putBack, keep } = useComposerText(messenger.db, conversation, isFocused);
  const left = limits.messageMax - text.trim().length;
  const canSend = text.trim() !== '' && left >= 0;
  useHeightOf(field, text);
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    const draft = take();
    messenger.send(conversation, draft.id, draft.text).catch((error: unknown) => {
      putBack(draft);
      const { sendFailed, globalSendFailed } = texts.messages.toasts;
      const title = conversation === 'global' ? globalSendFailed : sendFailed;
      toast({ title, description: sentenceOf(error), tone: 'danger' });
    });
    field.current?.focus();
    onSent();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the composition of a character belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      onSubmit={submit}
      className="shrink-0 border-t px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      <div className="flex items-end gap-2">
        <div className="relative flex min-w-0 flex-1">
          <textarea
            ref={field}
            rows={1}
            value={text}
            aria-label={`Message ${name}`}
            aria-describedby="characters-left"
            aria-invalid={left < 0}
            placeholder="Message"
            enterKeyHint="send"
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={keep}
            className="field resize-none bg-raised focus-visible:outline-1 rounded-[1.375rem] px-4 py-2.5 [scrollbar-width:thin]"
          />
        </div>
        <IconButton type="submit" label="Send message" variant="primary" disabled={!canSend}>
          <ArrowUp aria-hidden="true" strokeWidth={2.4} />
        </IconButton>
      </div>
      <p
        id="characters-left"
        aria-live="polite"
        className={clsx('px-4 text-xs tabular-nums', left < 0 ? 'text-danger' : 'text-muted', {
          'pt-1.5': left <= warnWithin,
        })}
      >
        {left < 0 && `${texts.validation.messageTooLong} ${-left} too many.`}
        {left >= 0 && left <= warnWithin && `${left} characters left`}
      </p>
    </form>
  );
}

/** Keeps the field as high as its text, up to a limit. */
function useHeightOf(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = '';
    if (text === '') return;
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${Math.min(maxHeight, element.scrollHeight + borders)}px`;
    element.style.overflowY = element.scrollHeight > maxHeight ? 'auto' : 'hidden';
  }, [field, text]);
}
