import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../../base/ui/overlays/Dialog.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';
import { signInOptionsQuery } from '../../../members/session/signInOptionsQuery.ts';
import { AskAdministrator } from './AskAdministrator.tsx';
import { ResetMailForm } from './ResetMailForm.tsx';

/** Offers a mailed link if the site sends mail, otherwise explains how an administrator helps. */
export function ForgottenPassword() {
  const { forgotPassword, forgotten } = useWords(auth);
  const [isOpen, setIsOpen] = useState(false);
  const [hasNoMail, setHasNoMail] = useState(false);
  // If the server is unreachable, shows the administrator's way.
  const { data, isLoading } = useQuery({ ...signInOptionsQuery, enabled: isOpen });
  const isByMail = data?.resetByMail === true && !hasNoMail;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(next) => {
        setIsOpen(next);
        setHasNoMail(false);
      }}
    >
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" className="self-center">
          {forgotPassword}
        </Button>
      </DialogTrigger>
      <DialogContent title={forgotten.title} description={descriptionOf(forgotten, isLoading, isByMail)}>
        <Help isLoading={isLoading} isByMail={isByMail} onNoMail={() => setHasNoMail(true)} />
      </DialogContent>
    </Dialog>
  );
}

function descriptionOf(
  forgotten: ReturnType<typeof useWords<'auth'>>['forgotten'],
  isLoading: boolean,
  isByMail: boolean,
): string {
  if (isLoading) return forgotten.looking;
  return isByMail ? forgotten.mail.text : forgotten.text;
}

interface HelpProps {
  readonly isLoading: boolean;
  readonly isByMail: boolean;
  readonly onNoMail: () => void;
}

function Help({ isLoading, isByMail, onNoMail }: HelpProps) {
  if (isLoading) return <Skeleton className="h-24 w-full" />;
  return isByMail ? <ResetMailForm onNoMail={onNoMail} /> : <AskAdministrator />;
}
