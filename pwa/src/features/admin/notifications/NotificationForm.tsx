import { isVisible, limits, publishNotificationBodySchema } from '@pmcw/contracts';
import { Send } from 'lucide-react';
import { type SyntheticEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { useLeaveWarning } from '../../../base/forms/leaveWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Card } from '../../../base/ui/Card.tsx';
import { Switch } from '../../../base/ui/Switch.tsx';
import { TextareaField } from '../../../base/ui/TextareaField.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { useCreateNotification } from './notificationMutations.ts';

const emptyForm = { title: '', message: '', isActive: true };

/** Asks before an unpublished notification is lost. Toasts name missing fields, word for word (spec §5). */
export function NotificationForm() {
  const words = useWords(admin);
  const formats = useFormats();
  const create = useCreateNotification();
  const [form, setForm] = useState(emptyForm);
  useLeaveWarning(isVisible(form.title + form.message) ? words.notifications.leave : null);
  const title = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const lengthOf = (text: string, most: number) => `${formats.number(text.length)}/${formats.number(most)}`;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const body = v.safeParse(publishNotificationBodySchema, form);
    if (body.success) {
      create.mutate(body.output, { onSuccess: () => setForm(emptyForm) });
      return;
    }
    toast({ ...words.toasts.missing, tone: 'danger' });
    (isVisible(form.title) ? message : title).current?.focus();
  };
  return (
    <Card className="p-5 sm:p-6 lg:sticky lg:top-[calc(var(--shell-top)+1.5rem)]">
      <h2 className="text-lg">{words.notifications.formTitle}</h2>
      <p className="mt-0.5 text-sm text-muted">{words.notifications.formText}</p>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-2">
        <TextField
          label={words.notifications.title}
          aside={lengthOf(form.title, limits.notificationTitleMax)}
          ref={title}
          autoComplete="off"
          maxLength={limits.notificationTitleMax}
          value={form.title}
          onChange={(event) => setForm({ ...form, title: event.target.value })}
        />
        <TextareaField
          label={words.notifications.message}
          aside={lengthOf(form.message, limits.notificationMessageMax)}
          ref={message}
          rows={5}
          className="max-h-80 min-h-32"
          maxLength={limits.notificationMessageMax}
          value={form.message}
          onChange={(event) => setForm({ ...form, message: event.target.value })}
        />
        <Switch
          label={words.notifications.active}
          hint={words.notifications.activeHint}
          isOn={form.isActive}
          onChange={(isActive) => setForm({ ...form, isActive })}
        />
        <Button type="submit" isPending={create.isPending} className="mt-4 w-full">
          {!create.isPending && <Send aria-hidden="true" />}
          {words.notifications.create}
        </Button>
      </form>
    </Card>
  );
}
