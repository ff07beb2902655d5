import * as v from 'valibot';
import { limits } from './limits.ts';
import { isMoment } from './moments.ts';
import { validationTexts } from './validationTexts.ts';

export const userIdSchema = v.pipe(
  v.number(validationTexts.invalidValue),
  v.safeInteger(validationTexts.invalidValue),
  v.minValue(1, validationTexts.invalidValue),
);

export const userIdParamSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,14}$/, validationTexts.invalidValue),
  v.transform(Number),
);

/** A position in the log on any engine; "0" precedes the first event. */
export const positionSchema = v.pipe(
  v.string(validationTexts.invalidPosition),
  v.regex(/^\d{1,19}$/, validationTexts.invalidPosition),
  // The largest value of Postgres and EventStoreDB; digits of equal length compare as text.
  v.check((text) => text.length < 19 || text <= '9223372036854775807', validationTexts.invalidPosition),
);

/** Of a log: positions of one mean nothing in another (docs/decisions/incarnation.md). */
export const incarnationSchema = v.pipe(
  v.string(validationTexts.invalidValue),
  v.regex(/^[0-9a-z-]{1,36}$/, validationTexts.invalidValue),
);

const uuid7 = (invalid: string) =>
  v.pipe(
    v.string(invalid),
    v.toLowerCase(),
    v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, invalid),
  );

/** UUID version 7 in lower case, made by the client. */
export const messageIdSchema = uuid7(validationTexts.messageIdInvalid);

/** Of an action on many members, made by the client. */
export const batchIdSchema = uuid7(validationTexts.newIdInvalid);

/**
 * Idempotency key of a creation: a repetition creates nothing and gets the first answer. Without it a client can't
 * distinguish a lost answer from a lost request.
 */
export const newIdSchema = v.optional(uuid7(validationTexts.newIdInvalid));

/** As written by `toISOString`. */
export const timestampSchema = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  v.check(isMoment),
);

export const positionHeaders = {
  position: 'x-position',
  /** Of the positions in a request or its answer. A request without it is taken for a current one. */
  incarnation: 'x-incarnation',
  minPosition: 'x-min-position',
  /** For requests without custom headers, such as those of an audio element. */
  minPositionParam: 'min-position',
  /** How many positions an answer lacks, and for how many seconds at least it has lacked some. */
  lag: 'x-projection-lag',
  age: 'x-projection-age',
  cookie: 'seen',
} as const;

export const flagParamSchema = v.pipe(
  v.picklist(['true', 'false'], validationTexts.invalidValue),
  v.transform((value) => value === 'true'),
);

export const pageParamSchema = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,5}$/, validationTexts.invalidValue),
  v.transform(Number),
);

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

/** `before` is opaque (follow `Link`). */
export const messagePageQuerySchema = v.object({
  before: v.optional(positionSchema),
  limit: pageSizeSchema(limits.messagesPageSize, limits.messagesPageSizeMax),
});

/** On https the `__Host-` prefix pins it to this host and path. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-session' : 'session');

/** Origins that may write and open sockets; in development, including the loopback twins. */
export function allowedOrigins(publicUrl: string): ReadonlySet<string> {
  const url = new URL(publicUrl);
  if (url.hostname !== 'localhost') return new Set([url.origin]);
  const port = url.port === '' ? '' : `:${url.port}`;
  return new Set([url.origin, `${url.protocol}//127.0.0.1${port}`, `${url.protocol}//[::1]${port}`]);
}

/** Request ids that a trusted proxy may set (`x-request-id`). */
export const requestIdSchema = v.pipe(v.string(), v.uuid());
