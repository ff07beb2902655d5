import {
  type AddWalletBody,
  addWalletBodySchema,
  knownNetworks,
  networkName,
  type Wallet,
} from '@pmcw/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../base/api/errors.ts';
import { useSchemaForm } from '../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../base/ui/Button.tsx';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { neighbourOf } from '../../base/ui/neighbourOf.ts';
import { SettingsCard } from '../../base/ui/SettingsCard.tsx';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { useWords } from '../../base/words/words.ts';
import { labelOf } from '../../members/look/labelOf.ts';
import { NamedAddress } from '../../members/look/NamedAddress.tsx';
import { useAddWallet, useRemoveWallet } from '../../members/look/profileMutations.ts';
import { myWalletsQuery, myWalletsQuestion } from '../../members/look/profileQueries.ts';
import { WalletFields } from '../../members/look/WalletFields.tsx';
import { signInMethodsQuery } from '../../members/session/signInMethodQueries.ts';
import { OwnList } from './OwnList.tsx';

interface WalletsCardProps {
  readonly proofOf: (wallet: Wallet) => ReactNode;
  readonly claimOf: (wallet: AddWalletBody, onClaimed: () => void) => ReactNode;
}

/** Spec §2. */
export function WalletsCard({ proofOf, claimOf }: WalletsCardProps) {
  const words = useWords(dashboard).wallets;
  const wallets = useQuery(myWalletsQuery);
  const remove = useRemoval();
  return (
    <SettingsCard title={words.title} description={words.description}>
      <AddWalletForm claimOf={claimOf} />
      <OwnList query={wallets} question={myWalletsQuestion} emptyText={words.none}>
        {(wallet) => (
          <WalletItem key={wallet.id} wallet={wallet} onRemove={() => remove(wallet.id)}>
            {proofOf(wallet)}
          </WalletItem>
        )}
      </OwnList>
    </SettingsCard>
  );
}

/** If the wallet is also a sign-in method, its removal requires a fresh proof. */
function useRemoval() {
  const queryClient = useQueryClient();
  const signsIn = (id: string) =>
    queryClient.getQueryData(signInMethodsQuery.queryKey)?.some((method) => method.id === id) === true;
  const { mutate } = useRemoveWallet(signsIn);
  const onSettled = () => queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
  return (id: string) => mutate(id, { onSettled });
}

function AddWalletForm({ claimOf }: Pick<WalletsCardProps, 'claimOf'>) {
  const words = useWords(dashboard).wallets;
  const add = useAddWallet();
  const [taken, setTaken] = useState<AddWalletBody | null>(null);
  const { form, submit } = useSchemaForm({
    schema: addWalletBodySchema,
    defaultValues: { network: '', address: '' },
    onSubmit: async (body, { reset }) => {
      setTaken(null);
      try {
        await add.mutateAsync(body);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'wallet_taken') setTaken(body);
        throw error;
      }
      reset();
    },
  });
  useUnsavedWarning(form);
  const startAgain = () => {
    setTaken(null);
    form.setFocus('address');
    form.reset();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <WalletFields form={form} networks={knownNetworks} labels={words} />
      {taken !== null && claimOf(taken, startAgain)}
      <Button type="submit" variant="secondary" isPending={form.formState.isSubmitting} className="w-full">
        {words.add}
      </Button>
    </form>
  );
}

interface WalletItemProps {
  readonly wallet: Wallet;
  readonly onRemove: () => void;
  readonly children: ReactNode;
}

function WalletItem({ wallet, onRemove, children }: WalletItemProps) {
  const words = useWords(dashboard).wallets;
  const confirmAndRemove = ({ currentTarget }: MouseEvent) => {
    if (!window.confirm(words.confirmDeletion)) return;
    neighbourOf(currentTarget)?.focus();
    onRemove();
  };
  return (
    <li className="flex items-center gap-2 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <NamedAddress wallet={wallet} />
        {children}
      </div>
      <IconButton
        label={labelOf(words.remove(networkName(wallet.network)), wallet.address)}
        variant="danger"
        data-removes
        onClick={confirmAndRemove}
      >
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
