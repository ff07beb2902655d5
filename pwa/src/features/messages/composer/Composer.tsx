import { isVisible, limits } from '@pmcw/contracts';
import { clsx } from 'clsx';
import { ArrowUp, Mic } from 'lucide-react';
import {
  type FormEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { sentenceOf } from '../../../base/api/errors.ts';
import { useStore } from '../../../base/storage/store.ts';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { messages as messagesWords } from '../../../base/words/en/messages/messages.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import { isOutdated } from '../../../device/offline/outdated.ts';
import { keepSound } from '../../../device/offline/sounds.ts';
import { noteIfFull } from '../../../device/offline/storageTrouble.ts';
import { DraftAsides } from '../drafts/DraftAsides.tsx';
import { DraftToDeletedMember } from '../drafts/DraftToDeletedMember.tsx';
import type { Messenger } from '../engine/messenger.ts';
import { sentText } from '../engine/sentText.ts';
import { useRecorder } from '../voice/useRecorder.ts';
import { VoicePreview } from '../voice/VoicePreview.tsx';
import { VoiceRecording } from '../voice/VoiceRecording.tsx';
import { useComposerText } from './useComposerText.ts';

/** In pixels; beyond it the field scrolls. */
const maxHeight = 168;
const warnWithin = 200;
/** Twice a message, so that too long a text can be shortened here. */
const longestText = limits.draftMax;

interface ComposerProps {
  readonly messenger: Messenger;
  readonly conversation: ConversationKey;
  readonly name: string;
  readonly takesFocus: boolean;
  readonly onSent: () => void;
}

/** Enter sends, Shift and Enter insert a line break. */
export function Composer({ messenger, conversation, name, takesFocus, onSent }: ComposerProps) {
  const words = useWords(messagesWords);
  const formats = useFormats();
  const field = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const recordButton = useRef<HTMLButtonElement>(null);
  const { text, setText, take, putBack, keep } = useComposerText(messenger.db, conversation);
  const { recorder, view, recording, discard } = useRecorder(messenger.db, conversation);
  const isRecording = view.phase !== 'idle' && view.phase !== 'recorded';
  const left = limits.messageMax - sentText(text).length;
  const hasSomething = isVisible(text) || recording !== undefined;
  const mayKeep = !useStore(isOutdated);
  const canSend = hasSomething && left >= 0 && !isRecording && mayKeep;
  useHeightOf(field, text);
  useFocusAfterRecording(isRecording, recording !== undefined ? sendButton : recordButton);
  useEffect(() => {
    if (takesFocus) field.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!canSend) return;
    const draft = take();
    field.current?.focus();
    onSent();
    try {
      const id = await messenger.send(draft);
      // The outbox drops it once sent; without this copy, playing it would need a download.
      if (recording !== undefined) void keepSound(messenger.db, id, recording);
    } catch (error) {
      putBack(draft);
      const { sendFailed, globalSendFailed } = words.toasts;
      const title = conversation === 'global' ? globalSendFailed : sendFailed;
      const description = noteIfFull(error) ? words.voice.full.description : sentenceOf(error);
      toast({ title, description, tone: 'danger' });
    }
  };
  const write = (next: string) => {
    if (next.length <= longestText || next.length < text.length) setText(next);
    else toast({ ...words.composer.muchTooLong, tone: 'danger' });
  };
  const refuseFiles = (event: SyntheticEvent, data: DataTransfer) => {
    // Copied from an office program, text comes with a picture of itself.
    if (data.files.length === 0 || data.types.includes('text/plain')) return;
    event.preventDefault();
    toast(words.composer.noFiles);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || composes(event.nativeEvent)) return;
    event.preventDefault();
    void submit();
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      className="shrink-0 border-t px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]"
    >
      <DraftAsides db={messenger.db} conversation={conversation} />
      <DraftToDeletedMember db={messenger.db} conversation={conversation} text={text} />
      {recording !== undefined && <VoicePreview recording={recording} onDiscard={discard} />}
      <div className="flex items-end gap-1.5">
        {isRecording && <VoiceRecording recorder={recorder} view={view} />}
        <div className={clsx('relative flex min-w-0 flex-1', isRecording && 'hidden')}>
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            data-kept={messenger.db.isKept ? '' : undefined}
            data-draft-of={conversation}
            value={text}
            aria-label={words.composer.label(name)}
            aria-describedby="characters-left"
            aria-invalid={left < 0}
            placeholder={words.composer.placeholder}
            enterKeyHint="send"
            disabled={isRecording}
            onChange={(event) => write(event.target.value)}
            onPaste={(event) => refuseFiles(event, event.clipboardData)}
            onDrop={(event) => refuseFiles(event, event.dataTransfer)}
            onKeyDown={onKeyDown}
            onBlur={keep}
            className="field resize-none bg-raised focus-visible:outline-1 rounded-[1.375rem] px-4 py-2.5 [scrollbar-width:thin]"
          />
        </div>
        {view.phase === 'idle' && (
          <IconButton ref={recordButton} label={words.voice.record} onClick={() => void recorder.start()}>
            <Mic aria-hidden="true" />
          </IconButton>
        )}
        <IconButton
          ref={sendButton}
          type="submit"
          label={words.composer.send}
          variant="primary"
          disabled={!canSend}
        >
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
        {left < 0 && words.composer.tooMany(formats.number(-left))}
        {left >= 0 && left <= warnWithin && words.composer.left(formats.number(left))}
      </p>
    </form>
  );
}

/** Whether an input method uses this key. Safari ends the composition before its Enter, and only the code remains. */
const composes = ({ isComposing, keyCode }: globalThis.KeyboardEvent): boolean =>
  isComposing || keyCode === 229;

/** Moves focus on when the focused control disappears together with its recording. */
function useFocusAfterRecording(
  isRecording: boolean,
  next: { readonly current: HTMLButtonElement | null },
): void {
  const wasUsed = useRef(false);
  useEffect(() => {
    if (isRecording) wasUsed.current = true;
    else if (wasUsed.current && document.activeElement === document.body) {
      next.current?.focus({ preventScroll: true });
    }
  }, [isRecording, next]);
}

function useHeightOf(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = '';
    if (text === '') return;
    if (text.length > limits.messageMax) {
      // Measuring would lay out all of it.
      element.style.height = `${maxHeight}px`;
      element.style.overflowY = 'auto';
      return;
    }
    const borders = element.offsetHeight - element.clientHeight;
    element.style.height = `${Math.min(maxHeight, element.scrollHeight + borders)}px`;
    element.style.overflowY = element.scrollHeight > maxHeight ? 'auto' : 'hidden';
  }, [field, text]);
}
