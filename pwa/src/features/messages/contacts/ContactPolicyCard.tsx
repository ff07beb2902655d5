import { type ContactPolicy, contactPolicies, contactPolicySchema, type SessionUser } from '@pmcw/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchJson } from '../../../base/api/client.ts';
import { SegmentedControl } from '../../../base/ui/SegmentedControl.tsx';
import { SettingsCard } from '../../../base/ui/SettingsCard.tsx';
import { toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import { sessionQuery } from '../../../members/session/sessionQuery.ts';

/** On the dashboard. Saved at once. */
export default function ContactPolicyCard({ user }: { readonly user: SessionUser }) {
  const words = useWords(contacts).policy;
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (policy: ContactPolicy) =>
      fetchJson('/api/user/contact-policy', contactPolicySchema, { method: 'PUT', body: { policy } }),
    onSuccess: ({ policy: contactPolicy }) => {
      const changed: SessionUser = { ...user, contactPolicy };
      queryClient.setQueryData(sessionQuery.queryKey, changed);
      toast({ title: words.saved, tone: 'success' });
    },
    onError: (error) => toastError(words.failed, error),
  });
  return (
    <SettingsCard title={words.title} description={words.description}>
      <SegmentedControl
        label={words.title}
        segments={contactPolicies.map((value) => ({ value, label: words[value] }))}
        value={save.isPending ? save.variables : user.contactPolicy}
        onValueChange={(policy) => save.mutate(policy)}
      />
    </SettingsCard>
  );
}
