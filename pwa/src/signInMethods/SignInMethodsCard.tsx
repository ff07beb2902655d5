import type { OwnSignInMethod, SessionUser } from '@pmcw/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint, KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Missing } from '../accounts/activity/Missing.tsx';
import { signInOptionsQuery } from '../accounts/signInOptionsQuery.ts';
import { goToProvider } from '../openid/goToProvider.ts';
import { ProviderMark } from '../openid/ProviderMark.tsx';
import { SettingsCard } from '../profiles/SettingsCard.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { RelativeTime } from '../ui/RelativeTime.tsx';
import { toast } from '../ui/toasts.ts';
import { openid } from '../words/en/openid.ts';
import { signInMethods } from '../words/en/signInMethods.ts';
import { useFormats } from '../words/formats.ts';
import { useWords } from '../words/words.ts';
import { addPasskey, knowsPasskeys } from './ceremony.ts';
import { NewPasswordDialog } from './NewPasswordDialog.tsx';
import { ProofDialog } from './ProofDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { removeMethod, signInMethodsQuery, wantsProof } from './signInMethodQueries.ts';
import { type Changes, useChanges } from './useChanges.ts';

/** In which ways the member signs in: list, add, rename, remove. */
export function SignInMethodsCard({ user }: { readonly user: SessionUser }) {
  const words = useWords(signInMethods);
  const { data, isError, refetch } = useQuery(signInMethodsQuery);
  const provider = useQuery(signInOptionsQuery).data?.openid?.label ?? null;
  const changes = useChanges();
  const has = {
    password: data?.some(({ kind }) => kind === 'password') ?? false,
    passkey: data?.some(({ kind }) => kind === 'passkey') ?? false,
    openid: data?.some(({ kind, name }) => kind === 'openid' && name === provider) ? provider : null,
  };
  return (
    <SettingsCard title={words.title} description={words.description}>
      {data === undefined ? (
        <Missing hasFailed={isError} failure={words.failed} onRetry={() => void refetch()} />
      ) : (
        <>
          <MethodList methods={data} changes={changes} />
          <Additions
            username={user.username}
            changes={changes}
            hasPassword={has.password}
            provider={has.openid === null ? provider : null}
          />
        </>
      )}
      <ProofDialog
        user={user}
        has={has}
        isOpen={changes.isProofWanted}
        onClose={changes.giveUp}
        onProved={changes.goOn}
      />
    </SettingsCard>
  );
}

interface MethodListProps {
  readonly methods: readonly OwnSignInMethod[];
  readonly changes: Changes;
}

function MethodList({ methods, changes }: MethodListProps) {
  const words = useWords(signInMethods);
  const atProvider = useWords(openid);
  const queryClient = useQueryClient();
  const nameOf = useNameOf();
  const [renaming, setRenaming] = useState<OwnSignInMethod | null>(null);
  const [removing, setRemoving] = useState<OwnSignInMethod | null>(null);
  const remove = ({ id }: OwnSignInMethod) => {
    setRemoving(null);
    const onDone = () => toast({ title: words.removed, tone: 'success' });
    void changes.make({ act: () => removeMethod(id), failure: words.notRemoved, onDone });
  };
  const removal = (method: OwnSignInMethod): string => {
    switch (method.kind) {
      case 'password':
        return words.confirmRemove.password;
      case 'passkey':
        return words.confirmRemove.passkey(nameOf(method));
      case 'openid':
        return atProvider.confirmRemove(nameOf(method));
      default:
        return method.kind satisfies never;
    }
  };
  const isOnly = methods.length === 1;
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
        description={removing === null ? '' : removal(removing)}
        confirmLabel={words.confirmRemove.confirm}
        onConfirm={() => removing !== null && remove(removing)}
        onClose={() => setRemoving(null)}
      />
    </>
  );
}

function useNameOf(): (method: OwnSignInMethod) => string {
  const words = useWords(signInMethods);
  const atProvider = useWords(openid);
  const unnamed = { password: words.password, passkey: words.unnamed, openid: atProvider.unnamed };
  return ({ kind, name }) => name ?? unnamed[kind];
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
  return (
    <li className="flex items-center gap-3 py-3">
      <MethodIcon kind={method.kind} name={name} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">{words.added(date(method.addedAt))}</p>
        {method.kind !== 'password' && <MethodUse method={method} />}
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

function MethodIcon({ kind, name }: Pick<OwnSignInMethod, 'kind'> & { readonly name: string }) {
  const look = 'size-5 shrink-0 text-muted';
  if (kind === 'openid') return <ProviderMark label={name} className={look} />;
  const Icon = kind === 'passkey' ? Fingerprint : KeyRound;
  return <Icon className={look} aria-hidden="true" />;
}

interface AdditionsProps {
  readonly username: string;
  readonly hasPassword: boolean;
  /** What the provider is called that can be added; null for none. */
  readonly provider: string | null;
  readonly changes: Changes;
}

function Additions({ username, hasPassword, provider, changes }: AdditionsProps) {
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
        // Another dialog asks for the proof; what is wrong with the password is said in this one.
        if (wantsProof(error)) setChoosing(false);
        else refusal = error;
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
      {knowsPasskeys() ? (
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
