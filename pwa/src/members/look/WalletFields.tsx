import { networkName } from '@pmcw/contracts';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../base/ui/Field.tsx';
import { Select } from '../../base/ui/Select.tsx';
import { TextField } from '../../base/ui/TextField.tsx';
import { NetworkDot } from './NetworkChip.tsx';

interface WalletInput {
  network: string;
  address: string;
}

interface WalletFieldsProps {
  readonly form: UseFormReturn<WalletInput, unknown, WalletInput>;
  readonly networks: readonly string[];
  readonly labels: {
    readonly network: string;
    readonly selectNetwork?: string;
    readonly address: string;
  };
}

/** Changing the network revalidates the address. */
export function WalletFields({ form, networks, labels }: WalletFieldsProps) {
  const { errors } = form.formState;
  const options = networks.map((network) => ({
    value: network,
    label: networkName(network),
    mark: <NetworkDot network={network} className="size-2.5" />,
  }));
  return (
    <>
      <Controller
        control={form.control}
        name="network"
        rules={{ deps: 'address' }}
        render={({ field }) => (
          <Field label={labels.network} error={errors.network?.message}>
            {(control) => (
              <Select
                {...control}
                options={options}
                value={field.value}
                onValueChange={field.onChange}
                placeholder={labels.selectNetwork}
              />
            )}
          </Field>
        )}
      />
      <TextField
        label={labels.address}
        error={errors.address?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="font-mono text-sm"
        {...form.register('address')}
      />
    </>
  );
}
