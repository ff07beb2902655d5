import { useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import { askedToBlock } from './asking.ts';
import { setBlocked } from './blocking.ts';

/** Says what a block does. Render it once. */
export default function BlockDialog() {
  const words = useWords(contacts);
  const asked = useStore(askedToBlock);
  // Keeps the name during the fade-out.
  const [last, setLast] = useState(asked);
  if (asked !== null && asked !== last) setLast(asked);
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={words.confirm.title(`@${last?.username ?? ''}`)}
      description={words.confirm.text}
      confirmLabel={words.block}
      onClose={() => askedToBlock.set(null)}
      onConfirm={() => {
        askedToBlock.set(null);
        if (asked !== null) setBlocked(asked, true);
      }}
    />
  );
}
