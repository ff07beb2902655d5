import type { ReactNode } from 'react';
import type { OnDemandProps } from '../../../base/ui/OnDemand.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuTrigger,
} from '../../../base/ui/overlays/DropdownMenu.tsx';

interface OpenedConversationMenuProps extends OnDemandProps {
  readonly children: ReactNode;
}

export default function OpenedConversationMenu({ trigger, children }: OpenedConversationMenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent>{children}</DropdownMenuContent>
    </DropdownMenu>
  );
}
