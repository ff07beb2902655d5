import { ChevronRight, MailQuestion } from 'lucide-react';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';

/** Opens the list of messages from strangers. Below the conversations, so that it moves none when one arrives. */
export function RequestsRow({ count, onOpen }: { readonly count: number; readonly onOpen: () => void }) {
  const words = useWords(messages).requests;
  const formats = useFormats();
  return (
    <div className="border-t px-2 py-1.5">
      <button
        ref={passFocusOn}
        type="button"
        onClick={onOpen}
        className="flex h-11 w-full items-center gap-3 rounded-md px-3 text-left text-sm transition hover:bg-raised"
      >
        <MailQuestion aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
        <span className="min-w-0 flex-1 truncate font-medium">{words.heading}</span>
        <span className="text-muted tabular-nums">{formats.number(count)}</span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint" />
      </button>
    </div>
  );
}
