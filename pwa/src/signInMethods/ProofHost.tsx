import { useEffect, useState } from 'react';
import { askForProofsBy } from '../api/proof.ts';
import { lazyPart, Nothing } from '../ui/lazyPart.tsx';
import type { ProofDialogProps } from './ProofDialog.tsx';

/** Stands for the dialog that can't be loaded: nothing can be proved. */
function Unloaded({ isOpen, onClose }: ProofDialogProps) {
  useEffect(() => {
    if (isOpen) onClose();
  }, [isOpen, onClose]);
  return null;
}

const ProofDialog = lazyPart(
  () => import('./ProofDialog.tsx'),
  Nothing,
  async (error) => {
    console.error('The dialog that asks for a proof could not be loaded', error);
    return { default: Unloaded };
  },
);

/** Asks for a proof wherever the server wants one; what was refused is then sent again (`api/client.ts`). */
export function ProofHost() {
  const [question, setQuestion] = useState<{ readonly answer: (isProved: boolean) => void } | null>(null);
  const [isAsked, setAsked] = useState(false);
  useEffect(
    () =>
      askForProofsBy(() => {
        setAsked(true);
        return new Promise((answer) => setQuestion({ answer }));
      }),
    [],
  );
  const end = (isProved: boolean) => {
    question?.answer(isProved);
    setQuestion(null);
  };
  if (!isAsked) return null;
  return <ProofDialog isOpen={question !== null} onClose={() => end(false)} onProved={() => end(true)} />;
}
