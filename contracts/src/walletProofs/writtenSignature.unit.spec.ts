import { expect, it } from 'vitest';
import { writtenSignature } from './writtenSignature.ts';

it.each([
  ['alone', ' 0xabc\n', '0xabc'],
  ['in lines', 'H9L5yLFj\nti0QTHhP\r\nyFrZ==', 'H9L5yLFjti0QTHhPyFrZ=='],
  ['as Etherscan writes it', '{"address":"0x1","msg":"It is mine","sig":"0xabc","version":"2"}', '0xabc'],
  ['as others write it', '{\n "message": "It is mine",\n "signature": "0xabc"\n}', '0xabc'],
  [
    'as Bitcoin wallets write it',
    '-----BEGIN BITCOIN SIGNED MESSAGE-----\nIt is\nmine\n-----BEGIN SIGNATURE-----\n1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV\nH9L5==\n-----END BITCOIN SIGNED MESSAGE-----',
    'H9L5==',
  ],
  [
    'as older ones do',
    '-----BEGIN BITCOIN SIGNED MESSAGE-----\nx\n-----BEGIN BITCOIN SIGNATURE-----\nVersion: 1\nAddress: 1F3s\n\nH9L5==\n-----END BITCOIN SIGNATURE-----',
    'H9L5==',
  ],
  [
    'in a block with CR LF and a signature on several lines',
    '-----BEGIN BITCOIN SIGNED MESSAGE-----\r\nx\r\n-----BEGIN SIGNATURE-----\r\nbc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l\r\nAkcwRAIgM2gBAQqv\r\nZX15Ziys==\r\n-----END BITCOIN SIGNED MESSAGE-----\r\n',
    'AkcwRAIgM2gBAQqvZX15Ziys==',
  ],
  [
    'in a block with a comment',
    [
      '-----BEGIN BITCOIN SIGNED MESSAGE-----',
      'x',
      '-----BEGIN BITCOIN SIGNATURE-----',
      'Version: Bitcoin-qt (1.0)',
      'Comment: signed at home',
      'Address: 1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
      '',
      'H9L5yLFjti0QTHhP==',
      '-----END BITCOIN SIGNATURE-----',
    ].join('\n'),
    'H9L5yLFjti0QTHhP==',
  ],
  ['as nothing', '  ', ''],
  ['as something else in JSON', '"0xabc"', '"0xabc"'],
  ['as a number', '12', '12'],
])('finds a signature %s', (_, pasted, signature) => {
  expect(writtenSignature(pasted)).toBe(signature);
});
