import type { HistoryEntry } from '@pmcw/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../../../base/api/client.ts';
import { toast } from '../../../../base/ui/toasts.ts';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { currentWords } from '../../../../base/words/words.ts';
import { callFailure } from '../../requests/failures.ts';

/** Any screen may show the affected data, so all queries are refetched. */
export function useUndo() {
  const queryClient = useQueryClient();
  return useMutation<void, Error, Pick<HistoryEntry, 'eventId' | 'stream'>>({
    mutationFn: async ({ eventId, stream }) => {
      await send(`/api/admin/history/${eventId}/undo`, { method: 'POST', body: { stream } });
    },
    onSuccess: () => {
      const { done, doneText } = currentWords(timeTravel).undo;
      toast({ title: done, description: doneText, tone: 'success' });
    },
    onError: (error) => {
      toast(callFailure(error));
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
}
