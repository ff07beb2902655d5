import { expect, it } from 'vitest';
import { thumbprintOf } from './profileKeys.ts';

it('the id of a key is its thumbprint, as in RFC 8037 A.3', () => {
  expect(thumbprintOf('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  );
});
