import type { SignInMethodKind } from '@pmcw/contracts';
import type { ListChange, MailContent, MailKind } from '../kinds.ts';

/** What one kind of mail says in a language; the content's wallet is put after `happened` by itself. */
export interface KindWords {
  /** Without anything of the content but the site: mail programs show it on locked screens. */
  readonly subject: (site: string) => string;
  readonly happened: (content: MailContent) => string;
  readonly notYou: string;
  /** What the link does. */
  readonly action: string;
}

/** What mails say in a language. */
export interface MailWords {
  readonly greeting: (username: string) => string;
  readonly when: (time: string) => string;
  /** An entry of a list, as `Ethereum: 0x…`. */
  readonly list: Readonly<Record<ListChange['how'], (what: string) => string>>;
  /** A way to sign in, with the wallet where it is one. */
  readonly way: (kind: SignInMethodKind, wallet: string | null) => string;
  /** How many changes are not named. */
  readonly more: (count: number) => string;
  /** Why they get it. */
  readonly footer: (site: string) => string;
  readonly kinds: Readonly<Record<MailKind, KindWords>>;
}
