import type { SessionUser } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { SettingsCard } from '../../../base/ui/SettingsCard.tsx';
import { account } from '../../../base/words/en/signIn/account.ts';
import { useWords } from '../../../base/words/words.ts';
import { signInMethodsQuery } from '../../../members/session/signInMethodQueries.ts';
import { ChangePasswordDialog } from './ChangePasswordDialog.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';

/** Spec §2 "Dashboard". */
export function AccountCard({ user }: { readonly user: SessionUser }) {
  const words = useWords(account);
  const [open, setOpen] = useState<'password' | 'deletion' | null>(null);
  const close = () => setOpen(null);
  const { data: methods } = useQuery(signInMethodsQuery);
  const hasPassword = methods?.some(({ kind }) => kind === 'password') ?? true;
  return (
    <SettingsCard title={words.title} description={words.description}>
      <div className="-my-4 divide-y divide-line">
        {hasPassword && (
          <Row title={words.password.heading} text={words.password.rowText}>
            <Button
              size="sm"
              variant="secondary"
              aria-label={words.password.title}
              onClick={() => setOpen('password')}
            >
              <KeyRound aria-hidden="true" />
              {words.password.change}
            </Button>
          </Row>
        )}
        <Row title={words.deletion.heading} text={words.deletion.rowText}>
          <Button
            size="sm"
            variant="danger"
            aria-label={words.deletion.heading}
            onClick={() => setOpen('deletion')}
          >
            <Trash2 aria-hidden="true" />
            {words.deletion.delete}
          </Button>
        </Row>
      </div>
      <ChangePasswordDialog username={user.username} isOpen={open === 'password'} onClose={close} />
      <DeleteAccountDialog username={user.username} isOpen={open === 'deletion'} onClose={close} />
    </SettingsCard>
  );
}

interface RowProps {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

function Row({ title, text, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-[1_1_11rem] text-sm">
        <h3 className="font-medium">{title}</h3>
        <p className="text-muted">{text}</p>
      </div>
      {children}
    </div>
  );
}
