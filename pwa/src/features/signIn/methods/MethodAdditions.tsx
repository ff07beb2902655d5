import { Fingerprint, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useWords } from '../../../base/words/words.ts';
import { goToProvider } from '../openid/goToProvider.ts';
import { ProviderMark } from '../openid/ProviderMark.tsx';
import { addPasskey, supportsPasskeys } from '../passkeys/ceremony.ts';
import { NewPasswordDialog } from '../passwords/NewPasswordDialog.tsx';
import type { MethodChanges } from './useMethodChanges.ts';
import { WalletAddition } from './WalletAddition.tsx';

interface MethodAdditionsProps {
  readonly username: string;
  readonly hasPassword: boolean;
  /** Null if there is none. */
  readonly provider: string | null;
  readonly changes: MethodChanges;
}

export function MethodAdditions({ username, hasPassword, provider, changes }: MethodAdditionsProps) {
  const words = useWords(signInMethods);
  const atProvider = useWords(openid);
  const [isChoosing, setChoosing] = useState(false);
  const add = () => {
    let name = '';
    void changes.make({
      act: async () => {
        name = await addPasskey();
      },
      failure: words.notAdded,
      onDone: () =>
        toast({ title: words.passkeyAdded, description: words.passkeyAddedText(name), tone: 'success' }),
    });
  };
  const addProvider = () =>
    void changes.make({
      act: () => goToProvider('/api/user/openid/start'),
      failure: atProvider.notBegun,
      onDone: () => undefined,
    });
  const choose = async (send: () => Promise<unknown>) => {
    let refusal: unknown = null;
    const act = async () => {
      try {
        await send();
      } catch (error) {
        // This dialog shows errors of the password.
        refusal = error;
        throw error;
      }
      setChoosing(false);
    };
    const onDone = () => toast({ title: words.newPassword.saved, tone: 'success' });
    await changes.make({ act, failure: words.newPassword.failed, onDone });
    if (refusal !== null) throw refusal;
  };
  return (
    <div className="mt-5 flex flex-col gap-2.5 border-t pt-5">
      {supportsPasskeys() ? (
        <Button variant="secondary" isPending={changes.isPending} onClick={add} className="w-full">
          <Fingerprint aria-hidden="true" />
          {words.add}
        </Button>
      ) : (
        <p className="text-sm text-muted">{words.failures.unsupported}</p>
      )}
      {provider !== null && (
        <Button variant="secondary" isPending={changes.isPending} onClick={addProvider} className="w-full">
          <ProviderMark label={provider} className="size-4.5" />
          {atProvider.add(provider)}
        </Button>
      )}
      <WalletAddition changes={changes} />
      {!hasPassword && (
        <Button variant="secondary" onClick={() => setChoosing(true)} className="w-full">
          <KeyRound aria-hidden="true" />
          {words.addPassword}
        </Button>
      )}
      <NewPasswordDialog
        username={username}
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onChosen={choose}
      />
    </div>
  );
}
