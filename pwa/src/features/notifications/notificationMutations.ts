import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '../../base/api/client.ts';
import { toastError } from '../../base/ui/toastError.ts';
import { notifications } from '../../base/words/en/notifications/notifications.ts';
import { currentWords } from '../../base/words/words.ts';
import { type DeliveryAction, deliveriesAfter, onlyUnread } from './deliveries.ts';
import { changePages, notificationKeys, showLists, shownLists } from './notificationQueries.ts';

const path = '/api/notifications';

function sendAction(action: DeliveryAction): Promise<Response> {
  switch (action.type) {
    case 'read':
      return send(`${path}/${encodeURIComponent(action.notificationId)}/read`, { method: 'PATCH' });
    case 'read-all':
      return send(`${path}/read-all`, { method: 'PATCH' });
    case 'dismiss':
      return send(`${path}/${encodeURIComponent(action.id)}`, { method: 'DELETE' });
    default:
      return action satisfies never;
  }
}

/**
 * Updates the screen at once, and reverts if the server refuses. Only the last of several actions refetches (spec §7),
 * so that no answer in between restores anything.
 */
export const deliveryAction = (queryClient: QueryClient) =>
  mutationOptions({
    mutationKey: notificationKeys.both,
    // Sequential requests, so that the last one to finish knows it.
    scope: { id: 'notifications' },
    mutationFn: sendAction,
    onMutate: async (action: DeliveryAction) => {
      await queryClient.cancelQueries({ queryKey: notificationKeys.both });
      const before = shownLists(queryClient);
      showLists(queryClient, {
        all: before.all && changePages(before.all, (deliveries) => deliveriesAfter(action, deliveries)),
        unread: before.unread && onlyUnread(deliveriesAfter(action, before.unread)),
      });
      return before;
    },
    onError: (error, _action, before) => {
      if (before !== undefined) showLists(queryClient, before);
      toastError(currentWords(notifications).notChanged, error);
    },
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: notificationKeys.both }) > 1) return;
      void queryClient.invalidateQueries({ queryKey: notificationKeys.both });
    },
  });
