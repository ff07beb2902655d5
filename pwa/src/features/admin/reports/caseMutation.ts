import type { CloseCaseBody } from '@pmcw/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../../base/api/client.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { currentWords } from '../../../base/words/words.ts';
import { memberMutationKey, refreshMembers } from '../members/memberMutations.ts';
import { caseKeys } from '../requests/adminQueries.ts';
import { callFailure } from '../requests/failures.ts';

/** Its consequences follow within seconds. */
export function useCloseCase(caseId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: memberMutationKey,
    mutationFn: (body: CloseCaseBody) =>
      send(`${caseKeys.all[0]}/${encodeURIComponent(caseId)}/close`, { method: 'POST', body }),
    onSuccess: (_answer, { outcome }) => {
      const words = currentWords(reportCases).decision;
      toast({ title: words.done[outcome], description: words.doneText, tone: 'success' });
    },
    onError: (error) => {
      toast(callFailure(error));
    },
    // The dialog stays busy until it shows the decision.
    onSettled: async () => {
      refreshMembers(queryClient);
      await queryClient.invalidateQueries({ queryKey: caseKeys.all });
    },
  });
}
