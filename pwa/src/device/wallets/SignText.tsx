import { proofKindOf, type Wallet } from '@pmcw/contracts';
import { type ReactNode, useState } from 'react';
import { ApiError, sentenceOf } from '../../base/api/errors.ts';
import { Notice } from '../../base/ui/Notice.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../base/ui/Tabs.tsx';
import { kept } from '../../base/words/en/device/kept.ts';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';
import { useIsCutOff } from '../offline/kept/useIsCutOff.ts';
import { PasteSignature } from './PasteSignature.tsx';
import { SignWithFoundWallet } from './SignWithFoundWallet.tsx';
import { StatementText } from './StatementText.tsx';
import { useFoundWallets } from './useFoundWallets.ts';

interface SignTextProps {
  readonly wallet: Pick<Wallet, 'network' | 'address'>;
  readonly text: string;
  /** Label of the button that sends a signature made elsewhere. */
  readonly action: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  /** Called before another signature; clears the previous error. */
  readonly onReset: () => void;
  /** Errors are passed in as `error`. */
  readonly send: (signature: string) => Promise<unknown>;
  /** Renders a refusal that the signature field does not show. */
  readonly refused: (error: Error) => ReactNode;
}

type Way = 'here' | 'elsewhere';
const isWay = (value: string): value is Way => value === 'here' || value === 'elsewhere';

export function SignText(props: SignTextProps) {
  const { wallet, text, action, error, isPending, onReset, send, refused } = props;
  const words = useWords(proving);
  const kind = proofKindOf(wallet.network, wallet.address) ?? 'evm';
  const found = useFoundWallets(kind);
  const [chosen, setChosen] = useState<Way | null>(null);
  const way = chosen ?? (found.length > 0 ? 'here' : 'elsewhere');
  const isCutOff = useIsCutOff();
  const isMisfit = error instanceof ApiError && error.code === 'proof_invalid';
  return (
    <>
      <StatementText statement={text} />
      <Tabs value={way} onValueChange={(value) => isWay(value) && setChosen(value)}>
        <TabsList aria-label={words.ways.label}>
          <TabsTrigger value="here">{words.ways.here}</TabsTrigger>
          <TabsTrigger value="elsewhere">{words.ways.elsewhere}</TabsTrigger>
        </TabsList>
        <TabsContent value="here" className="mt-4 rounded-lg">
          <SignWithFoundWallet
            wallet={wallet}
            statement={text}
            found={found}
            isDisabled={isCutOff || isPending}
            onAsk={onReset}
            send={send}
            onElsewhere={() => setChosen('elsewhere')}
          />
        </TabsContent>
        <TabsContent value="elsewhere" className="mt-4 rounded-lg">
          <PasteSignature
            kind={kind}
            address={wallet.address}
            action={action}
            isDisabled={isCutOff}
            isPending={isPending}
            refusal={isMisfit ? sentenceOf(error) : undefined}
            onSignature={(signature) => void send(signature).catch(() => undefined)}
            // Keeps the field when a wallet is found later.
            onFocus={() => setChosen('elsewhere')}
            onChange={onReset}
          />
        </TabsContent>
      </Tabs>
      <div role="status" className="flex flex-col gap-3 empty:-mt-5">
        {isCutOff && <CutOff />}
        {error !== null && !(isMisfit && way === 'elsewhere') && refused(error)}
      </div>
    </>
  );
}

function CutOff() {
  const words = useWords(kept);
  return (
    <Notice>
      <span className="font-medium text-fg">{words.obstacle.away}</span> {words.readOnly}
    </Notice>
  );
}
