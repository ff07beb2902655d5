import { useEffect, useState } from 'react';
import { registerProofDialog } from '../../../base/api/proof.ts';
import { lazyExtra, Nothing } from '../../../base/ui/lazyPart.tsx';
import type { ProofDialogProps } from './ProofDialog.tsx';

/** Replaces a dialog that failed to load: no proof is possible now. */
function Unfetched({ isOpen, onClose }: ProofDialogProps) {
  useEffect(() => {
    if (isOpen) onClose();
  }, [isOpen, onClose]);
  return null;
}

const ProofDialog = lazyExtra(() => import('./ProofDialog.tsx'), Nothing, Unfetched);

/** Asks for a proof when the server requires one, after which the refused request is repeated (`api/client.ts`). */
export function ProofHost() {
  const [question, setQuestion] = useState<{ readonly answer: (isProved: boolean) => void } | null>(null);
  const [isAsked, setAsked] = useState(false);
  useEffect(
    () =>
      registerProofDialog(() => {
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
