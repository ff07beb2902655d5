import { addWalletBodySchema, knownNetworks, networkName, networks, type Wallet } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { Controller } from 'react-hook-form';
import { useSchemaForm } from '../forms/useSchemaForm.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Input } from '../ui/Input.tsx';
import { Select, type SelectOption } from '../ui/Select.tsx';
import { ProveWallet } from '../walletProofs/ProveWallet.tsx';
import { dashboard } from '../words/en/dashboard.ts';
import { useWords } from '../words/words.ts';
import { Address } from './Address.tsx';
import { NetworkDot } from './NetworkChip.tsx';
import { OwnList } from './OwnList.tsx';
import { useAddWallet, useRemoveWallet } from './profileMutations.ts';
import { myWalletsQuery, myWalletsQuestion } from './profileQueries.ts';
import { SettingsCard } from './SettingsCard.tsx';

const networkOptions: readonly SelectOption[] = knownNetworks.map((network) => ({
  value: network,
  label: networks[network],
  mark: <NetworkDot network={network} className="size-2.5" />,
}));

/** The member's wallet addresses: list, add, remove (spec §2). */
export function WalletsCard() {
  const words = useWords(dashboard).wallets;
  const wallets = useQuery(myWalletsQuery);
  return (
    <SettingsCard title={words.title} description={words.description}>
      <AddWalletForm />
      <OwnList query={wallets} question={myWalletsQuestion} emptyText={words.none}>
        {(wallet) => <WalletItem key={wallet.id} wallet={wallet} />}
      </OwnList>
    </SettingsCard>
  );
}

function AddWalletForm() {
  const words = useWords(dashboard).wallets;
  const add = useAddWallet();
  const { form, submit } = useSchemaForm({
    schema: addWalletBodySchema,
    defaultValues: { network: '', address: '' },
    onSubmit: async (body, { reset }) => {
      await add.mutateAsync(body);
      reset();
    },
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <Controller
        control={form.control}
        name="network"
        rules={{ deps: 'address' }}
        render={({ field }) => (
          <Field label={words.network} error={errors.network?.message}>
            {(control) => (
              <Select
                {...control}
                options={networkOptions}
                value={field.value}
                onValueChange={field.onChange}
                placeholder={words.selectNetwork}
              />
            )}
          </Field>
        )}
      />
      <Field label={words.address} error={errors.address?.message}>
        {(control) => (
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono text-sm"
            {...control}
            {...form.register('address')}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" isPending={isSubmitting} className="w-full">
        {words.add}
      </Button>
    </form>
  );
}

function WalletItem({ wallet }: { readonly wallet: Wallet }) {
  const words = useWords(dashboard).wallets;
  const remove = useRemoveWallet();
  const name = networkName(wallet.network);
  const confirmAndRemove = () => {
    if (window.confirm(words.confirmDeletion)) remove.mutate(wallet.id);
  };
  return (
    <li className="flex items-center gap-2 py-3">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <span className="flex items-center gap-2 text-sm font-medium">
          <NetworkDot network={wallet.network} className="size-2.5" />
          {name}
        </span>
        <Address address={wallet.address} />
        <ProveWallet wallet={wallet} />
      </div>
      <IconButton label={words.remove(name)} variant="danger" onClick={confirmAndRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}
