import * as v from 'valibot';
import { limits } from './limits.ts';
import { isMoment } from './moments.ts';
import { validationTexts } from './validationTexts.ts';

/** A member's id: a whole number from 1, in JSON a number. */
export const userIdSchema = v.pipe(
  v.number(validationTexts.invalidValue),
  v.safeInteger(validationTexts.invalidValue),
  v.minValue(1, validationTexts.invalidValue),
);

/** A member's id as part of a path or query. */
export const userIdParamSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}$/, validationTexts.invalidValue),
  v.transform(Number),
);

/** A place in the log, as a decimal string on every engine; "0" is before the first event. */
export const positionSchema = v.pipe(
  v.string(validationTexts.invalidPosition),
  v.regex(/^\d{1,19}$/, validationTexts.invalidPosition),
  // The largest that Postgres and EventStoreDB hold; of the same length, digits compare as text.
  v.check((text) => text.length < 19 || text <= '9223372036854775807', validationTexts.invalidPosition),
);

const uuid7 = (invalid: string) =>
  v.pipe(
    v.string(invalid),
    v.toLowerCase(),
    v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, invalid),
  );

/** A message's id, made by the sender's client: UUID version 7, lower case. */
export const messageIdSchema = uuid7(validationTexts.messageIdInvalid);

/**
 * The id of anything else that is made, made by the client like a message's: the same again makes nothing more, and is answered as
 * the first was. Who sends none can't tell a lost answer from a lost request.
 */
export const newIdSchema = v.optional(uuid7(validationTexts.newIdInvalid));

/** A moment as `toISOString` writes it: ISO 8601 in UTC. */
export const timestampSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check(isMoment),
);

/** Names of the headers, the cookie and the parameter that carry a position (design "Reading your own writes"). */
export const positionHeaders = {
  position: 'x-position',
  minPosition: 'x-min-position',
  /** The same in the query of an address that is asked for without headers, by an audio element for one. */
  minPositionParam: 'min-position',
  lag: 'x-projection-lag',
  cookie: 'seen',
} as const;

/** `true` or `false` in a query string. */
export const flagParamSchema = v.pipe(
  v.picklist(['true', 'false'], validationTexts.invalidValue),
  v.transform((value) => value === 'true'),
);

/** A page number in a query string, from 1. */
export const pageParamSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,5}$/, validationTexts.invalidValue),
  v.transform(Number),
);

/** A page size from a query string, bounded. */
export const pageSizeSchema = (fallback: number, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, validationTexts.invalidValue),
      v.transform(Number),
      v.minValue(1, validationTexts.invalidValue),
      v.maxValue(max, validationTexts.invalidValue),
    ),
    String(fallback),
  );

/** A paged query of messages: `before` is opaque (follow `Link`). */
export const messagePageQuerySchema = v.object({
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.messagesPageSize, limits.messagesPageSizeMax),
});

/** Name of the session cookie; on https the `__Host-` prefix pins it to this host and path (design "HTTP"). */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session');

/** The origins whose pages may write and open sockets: the public one, and its loopback twins in development. */
export function allowedOrigins(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl);
  if (url.hostname !== 'localhost') return new Set([url.origin]);
  const port = url.port === '' ? '' : `:${url.port}`;
  return new Set([url.origin, `${url.protocol}//127.0.0.1${port}`, `${url.protocol}//[::1]${port}`]);
}

/** What a trusted proxy may call a request by (`x-request-id`); anything else gets a name of our own. */
export const requestIdSchema = v.pipe(v.string(), v.uuid());
