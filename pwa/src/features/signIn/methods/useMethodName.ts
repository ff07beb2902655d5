import { networkName, type SignInMethodKind } from '@pmcw/contracts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useWords } from '../../../base/words/words.ts';

interface NamedMethod {
  readonly kind: SignInMethodKind;
  readonly name: string | null;
  /** Of a wallet; null if unknown. */
  readonly network: string | null;
}

export function useMethodName(): (method: NamedMethod) => string {
  const words = useWords(signInMethods);
  const atProvider = useWords(openid);
  return ({ kind, name, network }) => {
    switch (kind) {
      case 'password':
        return words.password;
      case 'passkey':
        return name ?? words.unnamed;
      case 'wallet':
        return words.wallet(networkName(network ?? ''));
      case 'openid':
        return name ?? atProvider.unnamed;
      default:
        return kind satisfies never;
    }
  };
}
