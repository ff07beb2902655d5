import type { Passwords } from '@pmcw/vault';
import { Gauge, type Registry } from 'prom-client';

export function measurePasswords(passwords: Pick<Passwords, 'waiting'>, registry: Registry): void {
  new Gauge({
    name: 'vault_password_queue_depth',
    help: 'Passwords that wait to be hashed or compared',
    registers: [registry],
    collect() {
      this.set(passwords.waiting);
    },
  });
}
