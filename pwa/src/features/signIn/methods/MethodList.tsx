import type { OwnSignInMethod } from '@pmcw/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint, KeyRound, Pencil, Trash2, WalletMinimal } from 'lucide-react';
import { useState } from 'react';
import { Address } from '../../../base/ui/Address.tsx';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { removeMethod, signInMethodsQuery } from '../../../members/session/signInMethodQueries.ts';
import { ProviderMark } from '../openid/ProviderMark.tsx';
import { forgetPasskey } from '../passkeys/forgetPasskey.ts';
import { useSignInWallets } from '../wallets/useSignInWallets.ts';
import { RenameDialog } from './RenameDialog.tsx';
import type { MethodChanges } from './useMethodChanges.ts';
import { useMethodName } from './useMethodName.ts';

interface MethodListProps {
  readonly methods: readonly OwnSignInMethod[];
  readonly changes: MethodChanges;
}

export function MethodList({ methods, changes }: MethodListProps) {
  const words = useWords(signInMethods);
  const atProvider = useWords(openid);
  const queryClient = useQueryClient();
  const nameOf = useNameOf();
  const [renaming, setRenaming] = useState<OwnSignInMethod | null>(null);
  const [removing, setRemoving] = useState<OwnSignInMethod | null>(null);
  const remove = ({ id, credentialId }: OwnSignInMethod) => {
    setRemoving(null);
    const act = async () => {
      await removeMethod(id);
      if (credentialId !== null) await forgetPasskey(credentialId);
    };
    const onDone = () => toast({ title: words.removed, tone: 'success' });
    void changes.make({ act, failure: words.notRemoved, onDone });
  };
  const isOnly = methods.length === 1;
  const consequence = (method: OwnSignInMethod): string => {
    const name = nameOf(method);
    switch (method.kind) {
      case 'password':
        return words.confirmRemove.password;
      case 'passkey':
        return words.confirmRemove.passkey(name);
      case 'wallet':
        return words.confirmRemove.wallet(name);
      case 'openid':
        return atProvider.confirmRemove(name);
      default:
        return method.kind satisfies never;
    }
  };
  return (
    <>
      <ul aria-label={words.title} className="-my-3 divide-y divide-line">
        {methods.map((method) => (
          <MethodItem
            key={method.id}
            method={method}
            onRename={() => setRenaming(method)}
            onRemove={isOnly ? null : () => setRemoving(method)}
          />
        ))}
      </ul>
      {isOnly && <p className="mt-5 text-xs text-muted">{words.only}</p>}
      <RenameDialog
        method={renaming}
        onClose={() => setRenaming(null)}
        onDone={() => {
          setRenaming(null);
          void queryClient.invalidateQueries({ queryKey: signInMethodsQuery.queryKey });
        }}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={words.confirmRemove.title}
        description={removing === null ? '' : consequence(removing)}
        confirmLabel={words.confirmRemove.confirm}
        onConfirm={() => removing !== null && remove(removing)}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

function useNameOf(): (method: OwnSignInMethod) => string {
  const nameOf = useMethodName();
  const wallets = useSignInWallets();
  return (method) =>
    nameOf({ ...method, network: wallets.find(({ id }) => id === method.id)?.network ?? null });
}

interface MethodItemProps {
  readonly method: OwnSignInMethod;
  readonly onRename: () => void;
  /** Null for the last one. */
  readonly onRemove: (() => void) | null;
}

function MethodItem({ method, onRename, onRemove }: MethodItemProps) {
  const words = useWords(signInMethods);
  const { date } = useFormats();
  const name = useNameOf()(method);
  const isPasskey = method.kind === 'passkey';
  const wallet = useSignInWallets().find(({ id }) => id === method.id);
  return (
    <li className="flex items-center gap-3 py-3">
      <MethodIcon kind={method.kind} name={name} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        {wallet !== undefined && <Address address={wallet.address} />}
        <p className="text-xs text-muted">{words.added(date(method.addedAt))}</p>
        {knowsUse(method) && <MethodUse method={method} />}
      </div>
      {isPasskey && (
        <IconButton label={words.rename(name)} onClick={onRename}>
          <Pencil aria-hidden="true" />
        </IconButton>
      )}
      {onRemove !== null && (
        <IconButton label={words.remove(name)} variant="danger" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

/** The last use of passwords and wallets is not recorded. */
const knowsUse = ({ kind }: OwnSignInMethod) => kind === 'passkey' || kind === 'openid';

function MethodUse({ method: { lastUsedAt, isBackedUp } }: { readonly method: OwnSignInMethod }) {
  const words = useWords(signInMethods);
  return (
    <>
      <p className="text-xs text-muted">
        {lastUsedAt === null ? (
          words.neverUsed
        ) : (
          <>
            {words.lastUsed} <RelativeTime at={lastUsedAt} />
          </>
        )}
      </p>
      {isBackedUp === true && <p className="text-xs text-muted">{words.onSeveral}</p>}
    </>
  );
}

const icons = { password: KeyRound, passkey: Fingerprint, wallet: WalletMinimal } as const;

function MethodIcon({ kind, name }: Pick<OwnSignInMethod, 'kind'> & { readonly name: string }) {
  const look = 'size-5 shrink-0 text-muted';
  if (kind === 'openid') return <ProviderMark label={name} className={look} />;
  const Icon = icons[kind];
  return <Icon className={look} aria-hidden="true" />;
}
