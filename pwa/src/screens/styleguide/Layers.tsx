import { Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { ConfirmDialog } from '../../base/ui/overlays/ConfirmDialog.tsx';
import { Dialog, DialogClose, DialogContent, DialogTrigger } from '../../base/ui/overlays/Dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../base/ui/overlays/DropdownMenu.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '../../base/ui/overlays/Popover.tsx';
import { Tooltip } from '../../base/ui/overlays/Tooltip.tsx';
import { type ToastContent, toast } from '../../base/ui/toasts.ts';
import { useCopy } from '../../base/ui/useCopy.ts';
import { Row, Section } from './Section.tsx';

const toasts: readonly ToastContent[] = [
  { title: 'Neutral toast', description: 'Something happened.' },
  { title: 'Success toast', tone: 'success' },
  { title: 'Danger toast', description: 'The server could not be reached.', tone: 'danger' },
  { title: 'Gold toast', tone: 'gold', action: { label: 'Look', onSelect: () => undefined } },
];
const copyTexts = {
  title: 'Copied it',
  description: 'It is on your clipboard.',
  failure: 'Could not copy it',
};

export function Layers() {
  const [isAsked, setAsked] = useState(false);
  return (
    <Section title="Layers">
      <Row>
        <Dialog>
          <DialogTrigger asChild>
            <Button variant="secondary">Dialog</Button>
          </DialogTrigger>
          <DialogContent title="A dialog" description="With a few words about it.">
            <DialogClose asChild>
              <Button>Done</Button>
            </DialogClose>
          </DialogContent>
        </Dialog>
        <Button variant="danger" onClick={() => setAsked(true)}>
          Confirm dialog
        </Button>
        <ConfirmDialog
          isOpen={isAsked}
          title="Delete it?"
          description="This action cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => setAsked(false)}
          onClose={() => setAsked(false)}
        />
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="secondary">
              Menu
              <Ellipsis aria-hidden="true" />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem>
              <Copy aria-hidden="true" />
              Copy
            </DropdownMenuItem>
            <DropdownMenuItem disabled>Disabled</DropdownMenuItem>
            <DropdownMenuItem tone="danger">
              <Trash2 aria-hidden="true" />
              Delete
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Popover>
          <PopoverTrigger asChild>
            <Button variant="secondary">Popover</Button>
          </PopoverTrigger>
          <PopoverContent aria-label="A popover" className="p-4 text-sm">
            Anything can stand here.
          </PopoverContent>
        </Popover>
      </Row>
    </Section>
  );
}

/** Temporary elements and their timing (spec §9). */
export function Passing() {
  const { isCopied, copy } = useCopy(copyTexts);
  return (
    <Section title="Passing">
      <Row>
        {toasts.map((content) => (
          <Button key={content.title} variant="secondary" onClick={() => toast(content)}>
            {content.title}
          </Button>
        ))}
      </Row>
      <Row>
        {['first', 'second'].map((which) => (
          <Tooltip key={which} text={`The ${which} tip`}>
            <Button variant="ghost">Tooltip, {which}</Button>
          </Tooltip>
        ))}
        <Button variant="secondary" onClick={() => void copy('something')}>
          {isCopied ? 'Copied' : 'Copy it'}
        </Button>
      </Row>
    </Section>
  );
}
