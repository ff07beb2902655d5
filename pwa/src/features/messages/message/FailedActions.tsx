import { useCopy } from '../../../base/ui/useCopy.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { translated, useWords } from '../../../base/words/words.ts';
import { MessageAction } from './MessageAction.tsx';
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
      <MessageAction onClick={() => actions.retry(item.id)}>{words.failed.retry}</MessageAction>
      {item.voice === null && (
        <>
          <MessageAction onClick={() => actions.edit(item.id)}>{words.failed.edit}</MessageAction>
          <MessageAction onClick={() => void copy(item.content)}>{words.failed.copy}</MessageAction>
        </>
      )}
      <MessageAction onClick={() => actions.askToDelete(item)}>{words.failed.delete}</MessageAction>
    </div>
  );
}
