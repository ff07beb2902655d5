import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../base/ui/Button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../../../base/ui/overlays/Dialog.tsx';

interface LookBackDialogProps {
  readonly button: string;
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
}

export function LookBackDialog({ button, title, text, children }: LookBackDialogProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button size="sm" variant="secondary">
          <History aria-hidden="true" />
          {button}
        </Button>
      </DialogTrigger>
      <DialogContent title={title} description={text} className="h-[90dvh] sm:max-w-xl lg:max-w-2xl">
        {children}
      </DialogContent>
    </Dialog>
  );
}
