import { type Notification, notificationSchema, type PublishNotificationBody } from '@pmcw/contracts';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchJson } from '../../../base/api/client.ts';
import { create } from '../../../base/api/create.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { currentWords } from '../../../base/words/words.ts';
import { publishHere } from '../../../device/realtime/published.ts';
import { type ListPages, notificationsQuery } from '../requests/adminQueries.ts';

const path = '/api/admin/notifications';
const adminWords = () => currentWords(admin);

/** Refetches the administrators' and the members' lists (spec §7). */
function refreshNotifications(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: notificationsQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: ['/api/notifications'] });
}

export function useCreateNotification() {
  const queryClient = useQueryClient();
  return useMutation<Notification, Error, Omit<PublishNotificationBody, 'isGlobal'>>({
    mutationFn: (body) => publishHere(() => create(path, notificationSchema, { ...body, isGlobal: true })),
    onSuccess: ({ isActive }) => {
      const { notificationCreated, notificationSent, notificationKept } = adminWords().toasts;
      toast({
        title: notificationCreated,
        description: isActive ? notificationSent : notificationKept,
        tone: 'success',
      });
    },
    onError: () => {
      toast({ ...adminWords().errors.notificationNotCreated, tone: 'danger' });
    },
    onSettled: () => refreshNotifications(queryClient),
  });
}

export function useToggleNotification() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<Notification, 'id' | 'isActive'>) =>
      fetchJson(`${path}/${encodeURIComponent(id)}`, notificationSchema, {
        method: 'PATCH',
        body: { isActive },
      }),
    onSuccess: (changed) => {
      toast({ title: adminWords().toasts.notificationUpdated, description: changed.title, tone: 'success' });
      queryClient.setQueryData<ListPages<Notification>>(
        notificationsQuery.queryKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.map((item) => (item.id === changed.id ? changed : item)),
            })),
          },
      );
    },
    onError: () => {
      toast({ ...adminWords().errors.notificationNotUpdated, tone: 'danger' });
    },
    onSettled: () => refreshNotifications(queryClient),
  });
}
