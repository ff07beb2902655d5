import { BackupDamagedError, BackupTooNewError } from '../errors.ts';

/**
 * A backup is a gzipped file of lines: the header, a line per row, the trailer. A row is `[table, value, …]` in the
 * order of the header's columns, a value PostgreSQL's own text of it (`bytea`: base64) or null. The trailer's digest is the
 * SHA-256 of all lines before it, each with its line feed.
 */
export const formatName = 'pmcw-vault-backup';
/** Grows with every change that older code can't read. */
export const formatVersion = 1;

/** A column as PostgreSQL names its type. */
export interface KeptColumn {
  readonly name: string;
  readonly type: string;
}

/** A table of the vault. */
export interface KeptTable {
  readonly name: string;
  readonly columns: readonly KeptColumn[];
}

/** How far a sequence was when the backup was made, or further. */
export interface KeptSequence {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** What a backup says of itself at its beginning. */
export interface BackupHeader {
  readonly format: typeof formatName;
  readonly version: typeof formatVersion;
  /** ISO 8601, by the database's clock; not later than the moment that it holds. */
  readonly createdAt: string;
  /** The last migration of the vault, which tells the shape of its tables. */
  readonly migration: string;
  /** Fingerprints of the master keys under which its keys are wrapped; two while a rotation is not finished. */
  readonly masterKeys: readonly string[];
  readonly tables: readonly (KeptTable & { readonly rows: number })[];
  readonly sequences: readonly KeptSequence[];
}

/** What proves at its end that a backup is whole. */
export interface BackupTrailer {
  readonly rows: number;
  /** Hex. */
  readonly sha256: string;
}

/** A value of a row, as a line holds it. */
export type KeptValue = string | null;

/** One line of a backup. */
export const lineOf = (
  content: BackupHeader | BackupTrailer | readonly [table: string, ...values: KeptValue[]],
): string => `${JSON.stringify(content)}\n`;

function parseJson(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (cause) {
    throw new BackupDamagedError('a line is no JSON', { cause });
  }
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
const isListOf = <T>(value: unknown, isItem: (item: unknown) => item is T): value is readonly T[] =>
  Array.isArray(value) && value.every(isItem);

const isColumn = (value: unknown): value is KeptColumn =>
  isFields(value) && isText(value.name) && isText(value.type);
const isTable = (value: unknown): value is BackupHeader['tables'][number] =>
  isFields(value) && isText(value.name) && isListOf(value.columns, isColumn) && isCount(value.rows);
const isSequence = (value: unknown): value is KeptSequence =>
  isFields(value) && isText(value.name) && isText(value.lastValue) && typeof value.isCalled === 'boolean';
const isHeader = (value: Fields): value is Fields & BackupHeader =>
  value.format === formatName &&
  value.version === formatVersion &&
  isText(value.createdAt) &&
  isText(value.migration) &&
  isListOf(value.masterKeys, isText) &&
  isListOf(value.tables, isTable) &&
  isListOf(value.sequences, isSequence);

/**
 * Reads the first line.
 * @throws BackupDamagedError when it is no header
 * @throws BackupTooNewError when the format is a later one
 */
export function parseHeader(line: Buffer): BackupHeader {
  const value = parseJson(line);
  if (!isFields(value) || value.format !== formatName)
    throw new BackupDamagedError('it is no backup of a vault');
  if (isCount(value.version) && value.version > formatVersion)
    throw new BackupTooNewError(`format ${value.version}`);
  if (!isHeader(value)) throw new BackupDamagedError('its header is incomplete');
  return value;
}

/** A row with its table. */
export interface KeptRow {
  readonly table: string;
  readonly values: readonly KeptValue[];
}

const isValue = (value: unknown): value is KeptValue => value === null || isText(value);
const isTrailer = (value: unknown): value is BackupTrailer =>
  isFields(value) && isCount(value.rows) && isText(value.sha256);

/** Reads any line after the first. @throws BackupDamagedError when it is neither a row nor the trailer */
export function parseLine(line: Buffer): KeptRow | BackupTrailer {
  const value = parseJson(line);
  if (isListOf(value, isValue)) {
    const [table, ...values] = value;
    if (isText(table)) return { table, values };
  }
  if (isTrailer(value)) return value;
  throw new BackupDamagedError('a line is neither a row nor the end');
}
