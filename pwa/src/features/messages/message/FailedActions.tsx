import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { useCopy } from '../../../base/ui/useCopy.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { translated, useWords } from '../../../base/words/words.ts';
import type { MessageActions } from './messageActions.ts';
import type { MessageItem } from './threadItems.ts';

export function FailedActions({
  item,
  actions,
}: {
  readonly item: MessageItem;
  readonly actions: MessageActions;
}) {
  const words = useWords(messages);
  const { copy } = useCopy(words.copied);
  return (
    <div className="mt-1 flex max-w-full flex-wrap items-center justify-end gap-x-1 text-xs">
      <p className="px-1 text-right text-danger max-sm:basis-full">
        {words.delivery.failed}
        {item.reason !== null && <span className="text-muted"> · {translated(item.reason)}</span>}
      </p>
      <Action onClick={() => actions.retry(item.id)}>{words.failed.retry}</Action>
      {item.voice === null && (
        <>
          <Action onClick={() => actions.edit(item.id)}>{words.failed.edit}</Action>
          <Action onClick={() => void copy(item.content)}>{words.failed.copy}</Action>
        </>
      )}
      <Action onClick={() => actions.askToDelete(item)}>{words.failed.delete}</Action>
    </div>
  );
}

function Action({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <button
      ref={passFocusOn}
      type="button"
      onClick={onClick}
      className="h-7 rounded-full px-2.5 font-medium text-fg transition hover:bg-overlay"
    >
      {children}
    </button>
  );
}
