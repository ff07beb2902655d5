import { valibotResolver } from '@hookform/resolvers/valibot';
import { type SyntheticEvent, useCallback } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type * as v from 'valibot';
import { showFieldErrors } from './fieldErrors.ts';

export type SchemaForm<S extends v.GenericSchema<FieldValues>> = UseFormReturn<
  v.InferInput<S>,
  unknown,
  v.InferOutput<S>
>;

interface SchemaFormOptions<S extends v.GenericSchema<FieldValues>> {
  readonly schema: S;
  readonly defaultValues: DefaultValues<v.InferInput<S>>;
  /** Receives the schema's output. Errors are shown at the fields that the server names. */
  readonly onSubmit: (body: v.InferOutput<S>, form: SchemaForm<S>) => Promise<void>;
}

/** Validates with a schema of the contracts: each field once left, then with every change. */
export function useSchemaForm<S extends v.GenericSchema<FieldValues>>(options: SchemaFormOptions<S>) {
  const { schema, defaultValues, onSubmit } = options;
  const form: SchemaForm<S> = useForm<v.InferInput<S>, unknown, v.InferOutput<S>>({
    resolver: valibotResolver<v.InferInput<S>, unknown, v.InferOutput<S>>(schema),
    mode: 'onTouched',
    // Otherwise the resolver stops at the first issue and compares fields only once all others are valid.
    criteriaMode: 'all',
    defaultValues,
  });
  const submit = useCallback(
    (event: SyntheticEvent) =>
      void form.handleSubmit((body) =>
        onSubmit(body, form).catch((error: unknown) => showFieldErrors(error, form)),
      )(event),
    [form, onSubmit],
  );
  return { form, submit };
}
