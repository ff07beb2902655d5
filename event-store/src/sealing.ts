import { randomUUID } from 'node:crypto';
import { InvalidEventError } from './errors.ts';
import { ERASED, UNREADABLE } from './eventTypes.ts';
import type { Json, JsonObject, NewEvent, StoredEvent } from './port.ts';
import type { CheckedEvent } from './registry.ts';
import type { FieldToOpen, FieldToSeal, Sealer } from './sealer.ts';

/**
 * How a sealed field stands in the stored data. It names its subject itself, so that it can be opened whatever
 * later versions of the type call the fields.
 */
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

/**
 * Seals the personal fields of an append, all in one call; absent and null ones stay as they are.
 * @throws InvalidEventError when a personal field is not a string or its subject not a number
 */
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

/** What is shown of a sealed value. */
function shownOf(opened: string | null | Error): string {
  if (opened === null) return ERASED;
  return opened instanceof Error ? UNREADABLE : opened;
}

/** Opens the sealed fields of a page, all in one call; those of erased subjects become `ERASED`, what never opens `UNREADABLE`. */
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

/**
 * Personal texts that stay sealed while events are folded: a token stands for each, and whoever has come to a state has
 * those opened that are still in it. A token holds all that opening takes, so nothing is kept of those that are gone.
 */
export class SealedTexts {
  readonly #sealer: Sealer;
  /** Known to nobody who writes events: no text of theirs is taken for a token. */
  readonly #mark = `${randomUUID()} `;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  /** The event with tokens in place of what is sealed in it. */
  inPlaceOf(event: StoredEvent): StoredEvent {
    const data: Record<string, Json> = {};
    for (const [field, value] of Object.entries(event.data)) {
      data[field] = isSealed(value)
        ? `${this.#mark}${value.subject} ${event.eventId} ${field} ${value.sealed}`
        : value;
    }
    return { ...event, data };
  }

  /** The texts in the order given, tokens among them opened, in one call, as `openEvents` does. */
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
    // Whoever could write this shape could make the event unreadable for everyone.
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

/** Values that answer a list of fields, gathered into one object of fields per event. */
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
