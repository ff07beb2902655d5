import { texts } from '@pmcw/contracts';
import { useCopy } from '../ui/useCopy.ts';
import type { MessageActions } from './messageActions.ts';
import type { MessageItem } from './threadItems.ts';

const copyTexts = {
  title: 'Message copied',
  description: 'The text is on your clipboard.',
  failure: 'Could not copy the message to clipboard',
};

/** Why a message was not sent, and what can be done about it. */
export function FailedActions({
  item,
  actions,
}: {
  readonly item: MessageItem;
  readonly actions: MessageActions;
}) {
  const { copy } = useCopy(copyTexts);
  return (
    <div className="mt-1 flex max-w-full flex-wrap items-center justify-end gap-x-1 text-xs">
      <p className="px-1 text-right text-danger max-sm:basis-full">
        {texts.messages.delivery.failed}
        {item.reason !== null && <span className="text-muted"> · {item.reason}</span>}
      </p>
      <Action onClick={() => actions.retry(item.id)}>Retry</Action>
      <Action onClick={() => actions.edit(item.id)}>Edit</Action>
      <Action onClick={() => void copy(item.content)}>Copy</Action>
      <Action onClick={() => actions.askToDelete(item)}>Delete</Action>
    </div>
  );
}

function Action({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="h-7 rounded-full px-2.5 font-medium text-fg transition hover:bg-overlay"
    >
      {children}
    </button>
  );
}
