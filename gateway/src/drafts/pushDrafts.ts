import type { Logger } from '@pmcw/resilience';
import type { Drafts } from '@pmcw/vault';
import type { Hub } from '../sockets/hub.ts';

export interface DraftPushing {
  readonly drafts: Pick<Drafts, 'find' | 'onChanged'>;
  readonly hub: Hub;
  readonly logger: Logger;
}

/**
 * Until the returned function is called. Drafts are in no log: clients fetch those they missed
 * (docs/decisions/drafts.md).
 */
export function pushDrafts({ drafts, hub, logger }: DraftPushing): () => void {
  return drafts.onChanged(({ userId, conversation, sessionId }) => {
    if (hub.countOf(userId) === 0) return;
    drafts
      .find(userId, conversation)
      .then((found) => {
        if (found === null) return;
        const draft = { ...found, aside: [...found.aside] };
        // The browser of the draft shares it between its tabs.
        hub.sendTo(userId, { type: 'draft', draft }, sessionId);
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'a changed draft could not be shown'));
  });
}
