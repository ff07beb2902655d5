import { type ChangeSettingsBody, type Settings, settingsSchema } from '@pmcw/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchJson } from '../../../base/api/client.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { currentWords } from '../../../base/words/words.ts';
import { adminSettingsQuery } from '../requests/adminQueries.ts';
import { callFailure } from '../requests/failures.ts';

export function useChangeSettings() {
  const queryClient = useQueryClient();
  return useMutation<Settings, Error, ChangeSettingsBody>({
    mutationFn: (body) => fetchJson('/api/admin/settings', settingsSchema, { method: 'PATCH', body }),
    onSuccess: (settings) => {
      queryClient.setQueryData(adminSettingsQuery.queryKey, settings);
      void queryClient.invalidateQueries({ queryKey: ['/api/settings'] });
      toast({ title: currentWords(admin).toasts.settingsSaved, tone: 'success' });
    },
    onError: (error) => {
      toast(callFailure(error));
    },
  });
}
