import { reservedUsernames } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimsStaff } from './claims.ts';
import { looks } from './lookAlikes.ts';
import { isReservedUsername } from './refusals.ts';

describe('a full name', () => {
  it.each([
    'Admin',
    'PMCW Administrator',
    'PMCW Support',
    'Official Support',
    'Moderator',
    'THE MODERATORS',
    'Аdmin', // a Cyrillic capital
    'Аdmіnіѕtrаtоr',
    'ＡＤＭＩＮ',
    'Ⓐⓓⓜⓘⓝ',
    '🅰🅳🅼🅸🅽',
    'ᴀᴅᴍɪɴ',
    '𝓐𝓭𝓶𝓲𝓷',
    'Adm1n',
    'Adm!n',
    '@dmin',
    'AdmIn',
    'Admln',
    'Ad\u200dmin',
    'Ádmïn',
    'A d m i n',
    'A.d.m.i.n.',
    'Admin 🛡️',
    'Admin2',
    'Lisa (Administrator)',
    'LisaAdmin',
    'Supp0rt',
    'Support Team',
    'SupportTeam',
    'Support of PMCW',
    'Lisa from PMCW Support',
    'PMCW',
    'РМСW', // Cyrillic capitals
    'PMCW Airdrop',
    'Customer Service',
    'Verified',
    'Staff',
    'Der Kundendienst',
    'Администратор',
    '管理员',
  ])('that claims to be the staff: %s', (name) => expect(claimsStaff(name)).toBe(true));

  it.each([
    'Max Adminski',
    'Supporter of cats',
    'Lisa Support',
    'Badminton Club',
    'Modesta Official',
    'Official Ada',
    'Ada Lovelace',
    'Ali Amin',
    'Ad Min',
    'Modi',
    'Rooty',
    'Team Lisa',
    'Real Madrid',
    'PMCW Fan',
    'Bank of America',
    'The Community',
    'Roman Staffelter',
    'Dev Patel',
    'Администратов',
    '王小明',
    '비',
    'שרה לוי',
    '🦊',
    '42',
  ])('that does not: %s', (name) => expect(claimsStaff(name)).toBe(false));

  it('does not claim to be staff with any name of the demonstration', () => {
    const first = ['Amara', 'Noah', 'Lena', 'Mateo', 'Priya', 'Elif', 'Idris', 'Mila', 'Theo'];
    const last = ['Okafor', 'Lindqvist', 'Moreau', 'Silva', 'Iyer', 'Park', 'Mensah', 'Modric', 'Owens'];
    for (const name of first) for (const other of last) expect(claimsStaff(`${name} ${other}`)).toBe(false);
  });
});

describe('a username', () => {
  it.each([
    ...['signin', 'verify', 'security', 'account', 'pmcw_support', 'adm1n', 'everyone', 's1gnin', 'Sign_In'],
    ...[
      'support',
      'admin',
      'Admin_',
      'adrnin',
      'admln',
      'support24',
      'the_real_admin',
      'pmcwsupport',
      'lisa_admin',
    ],
    ...['m3ssages', 'd1rectory', 'pr0file', 'official_pmcw', 'm0derator'],
  ])('that is reserved: %s', (username) => expect(isReservedUsername(username)).toBe(true));

  it.each([
    ...[
      'max_adminski',
      'supporter_of_cats',
      'badminton',
      'ali',
      'mali',
      'member_3',
      'user_1',
      'peer_7',
      'pmcw_fan',
    ],
    ...[
      'ada',
      'accountant',
      'verity',
      'homer',
      'tokenizer',
      'walletless',
      'reader',
      'early_bird',
      'verified_directly',
    ],
  ])('that is not: %s', (username) => expect(isReservedUsername(username)).toBe(false));

  it('is reserved in all spellings of a reserved one', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...reservedUsernames),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        (name, isChanged) => {
          const digits: Readonly<Record<string, string>> = {
            o: '0',
            i: '1',
            l: '1',
            e: '3',
            a: '4',
            s: '5',
            t: '7',
          };
          const spelled = [...name].map((char, at) =>
            isChanged[at] === true ? (digits[char] ?? char.toUpperCase()) : char,
          );
          expect(isReservedUsername(spelled.join(''))).toBe(true);
          expect(isReservedUsername(spelled.join('_'))).toBe(true);
        },
      ),
    );
  });
});

describe('looks', () => {
  it('are the same for words that resemble each other', () => {
    expect(new Set(['admin', 'ADMIN', 'Аdmіn', 'adm1n', 'adrnin', 'admln', '4dmin'].map(looks)).size).toBe(1);
    expect(looks('admin')).not.toBe(looks('amdin'));
  });
});
