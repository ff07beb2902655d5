import { describe, expect, it } from 'vitest';
import { CannotStartError } from '../process/cannotStart.ts';
import { explained } from './explained.ts';

const fails = (error: unknown) => explained('DATABASE_URL', () => Promise.reject(error));
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });
const named = (message: string, name: string) => Object.assign(new Error(message), { name });

describe('a failure at the start', () => {
  it.each([
    ['the database refuses', coded('password authentication failed', '28P01')],
    ['the password is missing', new Error('SASL: client password must be a string')],
    ['the vault has another key', named('This vault needs another key', 'WrongMasterKeyError')],
    ['a connection is lost', new Error('Connection terminated unexpectedly')],
  ])('names the setting if %s', async (_, error) => {
    const explanation = new CannotStartError(`DATABASE_URL can't be used: ${error.message}`);
    await expect(fails(error)).rejects.toThrow(explanation);
  });

  it('has the code if there is no message, as for several addresses of a name', async () => {
    await expect(fails(coded('', 'ECONNREFUSED'))).rejects.toThrow(
      "DATABASE_URL can't be used: ECONNREFUSED",
    );
  });

  it.each([new CannotStartError('Another reason.'), new TypeError('a bug'), 'no error'])(
    'stays as it is: %s',
    async (error) => {
      await expect(fails(error)).rejects.toBe(error);
    },
  );
});
