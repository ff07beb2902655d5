import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { loginBodySchema } from '../accounts/commands.ts';
import { parse } from './parse.ts';
import { ProblemError } from './problem.ts';

const refusalOf = (schema: v.GenericSchema, input: unknown): ProblemError => {
  try {
    parse(schema, input);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('data from outside', () => {
  it.each([
    ['empty', {}],
    ['missing', null],
    ['absent', undefined],
  ])('reports the sentence of each field for the body %s', (_name, body) => {
    const refusal = refusalOf(loginBodySchema, body);
    expect(refusal.code).toBe('invalid_input');
    expect(refusal.message).toBe('Username is required');
    expect(refusal.errors).toEqual([
      { path: 'username', message: 'Username is required' },
      { path: 'password', message: 'Password is required' },
    ]);
  });

  it.each([[[]], ['text'], [1]])('refuses %j instead of an object', (body) => {
    expect(refusalOf(loginBodySchema, body).message).toBe('This value is not valid.');
  });

  it('refuses too deep nesting', () => {
    const nested: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(refusalOf(loginBodySchema, { username: nested, password: 'x' }).code).toBe('invalid_input');
  });

  it('never mentions types to a person', () => {
    expect(refusalOf(v.object({ query: v.string() }), { query: ['a'] }).errors).toEqual([
      { path: 'query', message: 'This value is not valid.' },
    ]);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800b'],
  ])('refuses text with %s, at any depth', (_name, text) => {
    const schema = v.object({ list: v.array(v.object({ name: v.string() })) });
    expect(refusalOf(schema, { list: [{ name: 'fine 😀' }, { name: text }] }).errors).toEqual([
      { path: 'list.1.name', message: 'This value is not valid.' },
    ]);
  });

  it('keeps the defaults of optional fields', () => {
    expect(parse(v.object({ a: v.optional(v.string(), 'x') }), {})).toEqual({ a: 'x' });
  });
});
