import type { Metadata } from '@grpc/grpc-js';
import { accessDenied, unauthenticated } from './rpcErrors.ts';

/** A user of a server. */
export interface User {
  readonly name: string;
  readonly password: string;
  /** Member of `$admins`: may also read `$all` and use system streams. */
  readonly admin?: boolean;
}

/** The default policy of a real server. */
export class Access {
  readonly #users: readonly User[] | undefined;

  /** Without users every caller is authorized, as on a real server in insecure mode. */
  constructor(users: readonly User[] | undefined) {
    this.#users = users;
  }

  /** @throws RpcError for wrong credentials */
  authenticate(metadata: Metadata): void {
    this.#userOf(metadata);
  }

  /**
   * Authorizes reads and writes of a stream: any user; only admins for system streams and `$all`.
   * @throws RpcError without permission, or for wrong credentials
   */
  check(metadata: Metadata, stream: string): void {
    if (!this.allows(metadata, stream)) throw accessDenied();
  }

  /** @throws RpcError for wrong credentials */
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
