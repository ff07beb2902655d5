import { useState } from 'react';
import type { OnDemandProps } from '../../../base/ui/OnDemand.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../../base/ui/overlays/Dialog.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../base/ui/Tabs.tsx';
import { proving } from '../../../base/words/en/proofs/proving.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { walletSignIn } from '../../../base/words/en/signIn/walletSignIn.ts';
import { useWords } from '../../../base/words/words.ts';
import type { WalletAccount } from '../../../device/wallets/foundWallet.ts';
import { FoundWalletLogin } from './FoundWalletLogin.tsx';
import { PastedSignatureLogin } from './PastedSignatureLogin.tsx';
import { WalletRegistration } from './WalletRegistration.tsx';

/** By a wallet in this browser or elsewhere; unknown addresses register. */
export default function WalletLogin({ trigger }: OnDemandProps) {
  const words = useWords(walletSignIn);
  const { wallet } = useWords(auth);
  const [newcomer, setNewcomer] = useState<WalletAccount | null>(null);
  const isNew = newcomer !== null;
  return (
    <Dialog defaultOpen onOpenChange={() => setNewcomer(null)}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent
        title={isNew ? words.newcomer.title : wallet}
        description={isNew ? words.newcomer.description : words.description}
        className="sm:max-w-lg"
      >
        {isNew ? (
          <WalletRegistration wallet={newcomer} onBack={() => setNewcomer(null)} />
        ) : (
          <SigningIn onUnknown={setNewcomer} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function SigningIn({ onUnknown }: { readonly onUnknown: (address: WalletAccount) => void }) {
  const { ways } = useWords(proving);
  const [way, setWay] = useState('here');
  return (
    <Tabs value={way} onValueChange={setWay}>
      <TabsList aria-label={ways.label}>
        <TabsTrigger value="here">{ways.here}</TabsTrigger>
        <TabsTrigger value="elsewhere">{ways.elsewhere}</TabsTrigger>
      </TabsList>
      <TabsContent value="here" className="mt-4 rounded-lg">
        <FoundWalletLogin onUnknown={onUnknown} onElsewhere={() => setWay('elsewhere')} />
      </TabsContent>
      <TabsContent value="elsewhere" className="mt-4 rounded-lg">
        <PastedSignatureLogin onUnknown={onUnknown} />
      </TabsContent>
    </Tabs>
  );
}
