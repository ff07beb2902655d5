import type { Metadata } from '@grpc/grpc-js';
import { accessDenied, unauthenticated } from './rpcErrors.ts';

/** Somebody who may use a server. */
export interface User {
  readonly name: string;
  readonly password: string;
  /** Member of `$admins`: may also read `$all` and use system streams. */
  readonly admin?: boolean;
}

/** Who may do what: the policy that a real server has when nothing else was set. */
export class Access {
  readonly #users: readonly User[] | undefined;

  /** Without users everybody may do everything, as on a real server that was started insecure. */
  constructor(users: readonly User[] | undefined) {
    this.#users = users;
  }

  /** @throws RpcError when credentials are sent and are wrong */
  authenticate(metadata: Metadata): void {
    this.#userOf(metadata);
  }

  /**
   * Reading or writing a stream: anybody with a name; for streams of the system, and `$all`, only admins.
   * @throws RpcError when the caller may not, or sends wrong credentials
   */
  check(metadata: Metadata, stream: string): void {
    if (!this.allows(metadata, stream)) throw accessDenied();
  }

  /** Whether the caller may. @throws RpcError when it sends wrong credentials */
  allows(metadata: Metadata, stream: string): boolean {
    if (this.#users === undefined) return true;
    const user = this.#userOf(metadata);
    const ofSystem = stream.replace(/^\$\$/, '').startsWith('$');
    return user !== undefined && (!ofSystem || user.admin === true);
  }

  #userOf(metadata: Metadata): User | undefined {
    const header = metadata.get('authorization')[0]?.toString();
    if (header === undefined || this.#users === undefined) return undefined;
    const [name, password] = Buffer.from(header.replace(/^Basic /, ''), 'base64')
      .toString('utf8')
      .split(':');
    const user = this.#users.find((known) => known.name === name && known.password === password);
    if (user === undefined) throw unauthenticated();
    return user;
  }
}
