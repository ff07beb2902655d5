import type { SignInMethodKind } from '@pmcw/contracts';
import type { ListChange, MailContent, MailKind } from '../kinds.ts';

/** The wallet is inserted after `happened`. */
export interface KindWords {
  /** Names only the site: mail programs show it on locked screens. */
  readonly subject: (site: string) => string;
  readonly happened: (content: MailContent) => string;
  readonly notYou: string;
  /** Text of the link. */
  readonly action: string;
}

export interface MailWords {
  readonly greeting: (username: string) => string;
  readonly when: (time: string) => string;
  /** E.g. `Ethereum: 0x…`. */
  readonly list: Readonly<Record<ListChange['how'], (what: string) => string>>;
  readonly way: (kind: SignInMethodKind, wallet: string | null) => string;
  readonly more: (count: number) => string;
  readonly footer: (site: string) => string;
  readonly kinds: Readonly<Record<MailKind, KindWords>>;
}
