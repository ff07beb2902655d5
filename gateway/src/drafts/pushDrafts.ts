import type { Drafts } from '@pmcw/vault';
import type { GatewayLogger } from '../observer.ts';
import type { Hub } from '../sockets/hub.ts';

/** What pushing drafts needs. */
export interface DraftPushing {
  readonly drafts: Pick<Drafts, 'find' | 'onChanged'>;
  readonly hub: Hub;
  readonly logger: GatewayLogger;
}

/**
 * Shows a member's other devices each draft that they change. Drafts are in no log: what is missed here, clients ask
 * for when they come back (docs/decisions/drafts.md). Returns the way to stop.
 */
export function pushDrafts({ drafts, hub, logger }: DraftPushing): () => void {
  return drafts.onChanged(({ userId, conversation, sessionId }) => {
    if (hub.countOf(userId) === 0) return;
    drafts
      .find(userId, conversation)
      .then((found) => {
        if (found === null) return;
        const draft = { ...found, aside: [...found.aside] };
        // The browser that wrote it has it in all its tabs.
        hub.tell(userId, { type: 'draft', draft }, sessionId);
      })
      .catch((error: unknown) => logger.warn({ err: error }, 'a changed draft could not be shown'));
  });
}
