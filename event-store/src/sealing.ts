import { randomUUID } from 'node:crypto';
import { InvalidEventError } from './errors.ts';
import { ERASED, UNREADABLE } from './eventTypes.ts';
import type { Json, JsonObject, NewEvent, StoredEvent } from './port.ts';
import type { CheckedEvent } from './registry.ts';
import type { FieldToOpen, FieldToSeal, Sealer } from './sealer.ts';

/** Names its subject, so that it opens whatever later versions call the fields. */
type SealedValue = { readonly sealed: string; readonly subject: number };

function isSealed(value: Json | undefined): value is SealedValue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sealed' in value &&
    'subject' in value &&
    typeof value.sealed === 'string' &&
    typeof value.subject === 'number' &&
    Object.keys(value).length === 2
  );
}

export async function sealEvents(sealer: Sealer, events: readonly CheckedEvent[]): Promise<NewEvent[]> {
  const fields = events.flatMap(fieldsToSeal);
  const sealed = fields.length === 0 ? [] : await sealer.seal(fields);
  const values = byEvent(
    fields,
    sealed.map((text, n) => ({ sealed: text, subject: fields[n]?.subject ?? Number.NaN })),
  );
  return events.map(({ eventId, type, data, metadata }) => ({
    eventId,
    type,
    data: { ...data, ...values.get(eventId) },
    metadata,
  }));
}

function shownOf(opened: string | null | Error): string {
  if (opened === null) return ERASED;
  return opened instanceof Error ? UNREADABLE : opened;
}

/** `ERASED` for erased subjects, `UNREADABLE` for broken seals. */
export async function openEvents(sealer: Sealer, events: readonly StoredEvent[]): Promise<StoredEvent[]> {
  const fields = events.flatMap(fieldsToOpen);
  if (fields.length === 0) return [...events];
  const opened = await sealer.open(fields);
  const values = byEvent(fields, opened.map(shownOf));
  return events.map((event) => {
    const plain = values.get(event.eventId);
    return plain === undefined ? event : { ...event, data: { ...event.data, ...plain } };
  });
}

/** Tokens for sealed texts while events are folded; only those left in the state are opened. */
export class SealedTexts {
  readonly #sealer: Sealer;
  /** Random, so that no text can pose as a token. */
  readonly #mark = `${randomUUID()} `;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  inPlaceOf(event: StoredEvent): StoredEvent {
    const data: Record<string, Json> = {};
    for (const [field, value] of Object.entries(event.data)) {
      data[field] = isSealed(value)
        ? `${this.#mark}${value.subject} ${event.eventId} ${field} ${value.sealed}`
        : value;
    }
    return { ...event, data };
  }

  async open(texts: readonly string[]): Promise<readonly string[]> {
    const fields = texts.flatMap((text) => this.#fieldOf(text) ?? []);
    const opened = (fields.length === 0 ? [] : await this.#sealer.open(fields)).values();
    return texts.map((text) => (this.#fieldOf(text) === null ? text : shownOf(opened.next().value ?? null)));
  }

  #fieldOf(text: string): FieldToOpen | null {
    if (!text.startsWith(this.#mark)) return null;
    const [, subject, eventId = '', field = '', sealed = ''] =
      /^(\d+) (\S+) (\S+) (.*)$/s.exec(text.slice(this.#mark.length)) ?? [];
    return { subject: Number(subject), eventId, field, sealed };
  }
}

function fieldsToSeal({ eventId, type, data, personal }: CheckedEvent): FieldToSeal[] {
  for (const [field, value] of Object.entries(data)) {
    // A forged one would make the event unreadable.
    if (isSealed(value)) throw new InvalidEventError(type, `${field}: looks like a sealed value`);
  }
  if (personal === undefined) return [];
  return personal.fields.flatMap((field) => {
    const plaintext = data[field];
    if (plaintext === undefined || plaintext === null) return [];
    if (typeof plaintext !== 'string') throw new InvalidEventError(type, `${field}: not a string`);
    const subject = data[personal.subject];
    if (typeof subject !== 'number') throw new InvalidEventError(type, `${personal.subject}: not a number`);
    return [{ subject, eventId, field, plaintext }];
  });
}

function fieldsToOpen({ eventId, data }: StoredEvent): FieldToOpen[] {
  return Object.entries(data).flatMap(([field, value]) =>
    isSealed(value) ? [{ subject: value.subject, eventId, field, sealed: value.sealed }] : [],
  );
}

function byEvent(
  fields: readonly { readonly eventId: string; readonly field: string }[],
  values: readonly Json[],
): Map<string, JsonObject> {
  if (values.length !== fields.length) {
    throw new Error(`The sealer answered ${values.length} values for ${fields.length} fields`);
  }
  const gathered = new Map<string, JsonObject>();
  for (const [n, { eventId, field }] of fields.entries()) {
    gathered.set(eventId, { ...gathered.get(eventId), [field]: values[n] ?? null });
  }
  return gathered;
}
