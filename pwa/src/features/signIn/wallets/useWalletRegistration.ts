import type { WalletChallenge } from '@pmcw/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type * as v from 'valibot';
import { ApiError } from '../../../base/api/errors.ts';
import { showFieldErrors } from '../../../base/forms/fieldErrors.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { orToast } from '../../../base/ui/toastError.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { WalletAccount } from '../../../device/wallets/foundWallet.ts';
import { emptyNewcomer, newcomerSchema } from '../registration/registration.ts';
import { useRegister } from '../registration/useRegister.ts';
import { askToRegister } from './walletSignIn.ts';

type Newcomer = v.InferOutput<typeof newcomerSchema>;

/** `signature` is kept once the wallet has signed. */
interface Statement {
  readonly username: string;
  readonly challenge: WalletChallenge;
  readonly signature: string | null;
}

/** A form, then a statement that the wallet signs, and back if the server refuses a field. */
export function useWalletRegistration(wallet: WalletAccount) {
  const register = useRegister();
  const [statement, setStatement] = useState<Statement | null>(null);
  const [signing, setSigning] = useState<Newcomer | null>(null);

  const send = async (newcomer: Newcomer, { nonce }: WalletChallenge, signature: string) => {
    try {
      await register('/api/register/wallet', newcomer, { nonce, signature });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'challenge_invalid') setStatement(null);
      throw error;
    }
  };
  const { form, submit } = useSchemaForm({
    schema: newcomerSchema,
    defaultValues: emptyNewcomer,
    onSubmit: async (newcomer) => {
      const { username } = newcomer;
      // The earlier signature is reused after correcting another field.
      const isSame = statement?.username === username;
      if (isSame && statement.signature !== null) {
        await send(newcomer, statement.challenge, statement.signature);
        return;
      }
      if (!isSame) {
        const failed = currentWords(auth).registrationFailed;
        const challenge = await orToast(failed, () => askToRegister(username, wallet));
        setStatement({ username, challenge, signature: null });
      }
      setSigning(newcomer);
    },
  });
  useUnsavedWarning(form);
  const sign = useMutation<void, Error, string>({
    mutationFn: async (signature) => {
      if (signing === null || statement === null) return;
      await send(signing, statement.challenge, signature).catch((error: unknown) => {
        // A wrong signature is repeated; other errors are corrected in the form.
        if (error instanceof ApiError && error.code !== 'proof_invalid') {
          setStatement((now) => now && { ...now, signature });
          setSigning(null);
          showFieldErrors(error, form);
        }
        throw error;
      });
    },
  });
  return {
    form,
    submit,
    sign,
    /** Null while the form is filled in. */
    statement: signing === null || statement === null ? null : statement.challenge.statement,
    goBack: () => setSigning(null),
  };
}
