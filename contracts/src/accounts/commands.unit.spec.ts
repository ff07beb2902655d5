import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from '../shared/parse.ts';
import { ProblemError } from '../shared/problem.ts';
import { loginBodySchema, newcomerEntries, registerBodySchema, registrationFormSchema } from './commands.ts';

const good = {
  fullName: 'Lena Weber',
  username: 'lena_w',
  email: 'lena@example.org',
  password: 'long enough',
};

/** The messages of a refused body, by field. */
function refusals(schema: Parameters<typeof parse>[0], body: unknown): Record<string, string> {
  try {
    parse(schema, body);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return Object.fromEntries((error.errors ?? []).map(({ path, message }) => [path, message]));
  }
  return {};
}

describe('registration (spec §5)', () => {
  it('fills in defaults', () => {
    expect(parse(registerBodySchema, good)).toEqual({
      ...good,
      telegramHandle: '',
      userType: 'General User',
    });
  });

  it('explains every field, verbatim', () => {
    const body = { fullName: 'L', username: 'a!', email: 'nobody', password: 'short', userType: 'Wizard' };
    expect(refusals(registerBodySchema, body)).toEqual({
      fullName: 'Full name is required',
      username: 'Username must be at least 3 characters',
      email: 'Invalid email address',
      password: 'Password must be at least 8 characters',
      userType: 'Please choose an account type.',
    });
    expect(refusals(registerBodySchema, { ...good, username: 'lena w' })).toEqual({
      username: 'Username can only contain letters, numbers, and underscores',
    });
  });

  it('treats missing fields like empty ones', () => {
    expect(refusals(registerBodySchema, {})).toMatchObject({
      fullName: 'Full name is required',
      username: 'Username must be at least 3 characters',
      email: 'Invalid email address',
    });
  });

  it('compares a confirmed password only if one is sent', () => {
    expect(refusals(registerBodySchema, { ...good, confirmPassword: 'other' })).toEqual({
      confirmPassword: "Passwords don't match",
    });
    expect(refusals(registerBodySchema, { ...good, confirmPassword: good.password })).toEqual({});
  });

  it('requires the terms and the second password in the form', () => {
    expect(refusals(registrationFormSchema, { ...good, confirmPassword: '', terms: false })).toEqual({
      confirmPassword: "Passwords don't match",
      terms: 'You must agree to the terms',
    });
  });

  it('requires a PMCW wallet for verification', () => {
    const form = { ...good, confirmPassword: good.password, terms: true, requestVerification: true };
    expect(refusals(registrationFormSchema, form)).toEqual({
      pmcwWalletAddress: 'Please add a PMCW wallet address before you request verification.',
    });
    const pmcwWalletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
    expect(refusals(registrationFormSchema, { ...form, pmcwWalletAddress })).toEqual({});
    expect(refusals(registrationFormSchema, { ...form, requestVerification: false })).toEqual({});
  });
});

describe('login (spec §5)', () => {
  it('requires both fields', () => {
    expect(refusals(loginBodySchema, { username: ' ', password: '' })).toEqual({
      username: 'Username is required',
      password: 'Password is required',
    });
  });
});

describe('an email address', () => {
  const { email } = newcomerEntries;
  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@Bücher.Example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['Ada@Example.org', 'Ada@Example.org'],
  ])('is stored as mail servers know it: %s', (typed, stored) => expect(v.parse(email, typed)).toBe(stored));
  it.each(['ada@bü/cher.example', 'ada@bücher.example:25', 'ada@b ü.example', 'ada@ü', 'adä@example.org'])(
    'is no other text: %s',
    (typed) => expect(v.is(email, typed)).toBe(false),
  );

  it.each([
    "john.o'brien@example.org",
    'ada@xn--bcher-kva.example',
    'ada@a--b.example',
    'ada+pots@mail.example.co.uk',
    'ada/l=1@example.org',
    'a@xn--bcher-kva.xn--p1ai',
  ])('may be %s', (address) => expect(v.is(email, address)).toBe(true));

  it.each([
    '',
    'ada',
    'ada@localhost',
    'ada@example',
    'a b@example.org',
    'ada@example.org, eve@example.org',
    '<ada@example.org>',
    'ada@-a.example',
    'ada@example.org\nBcc: eve@example.org',
  ])('may not be %j', (address) => expect(v.is(email, address)).toBe(false));
});
