import { BackupDamagedError, BackupTooNewError } from '../errors.ts';

/**
 * A backup is gzipped lines: header, rows, trailer. A row is `[table, value, …]` in the order of the header's columns;
 * values are PostgreSQL's text (`bytea`: base64) or null. The trailer's digest is the SHA-256 of the lines before, with
 * their line feeds.
 */
export const formatName = 'pmcw-vault-backup';
/** For changes that older code can't read. */
export const formatVersion = 1;

export interface KeptColumn {
  readonly name: string;
  readonly type: string;
}

export interface KeptTable {
  readonly name: string;
  readonly columns: readonly KeptColumn[];
}

/** Or later. */
export interface KeptSequence {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

export interface BackupHeader {
  readonly format: typeof formatName;
  readonly version: typeof formatVersion;
  /** ISO 8601, not later than the snapshot. */
  readonly createdAt: string;
  /** Determines the tables' columns. */
  readonly migration: string;
  /** Fingerprints; two during a rotation. */
  readonly masterKeys: readonly string[];
  readonly tables: readonly (KeptTable & { readonly rows: number })[];
  readonly sequences: readonly KeptSequence[];
}

export interface BackupTrailer {
  readonly rows: number;
  /** Hex. */
  readonly sha256: string;
}

export type KeptValue = string | null;

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

/** @throws BackupDamagedError @throws BackupTooNewError */
export function parseHeader(line: Buffer): BackupHeader {
  const value = parseJson(line);
  if (!isFields(value) || value.format !== formatName)
    throw new BackupDamagedError('it is no backup of a vault');
  if (isCount(value.version) && value.version > formatVersion)
    throw new BackupTooNewError(`format ${value.version}`);
  if (!isHeader(value)) throw new BackupDamagedError('its header is incomplete');
  return value;
}

export interface KeptRow {
  readonly table: string;
  readonly values: readonly KeptValue[];
}

const isValue = (value: unknown): value is KeptValue => value === null || isText(value);
const isTrailer = (value: unknown): value is BackupTrailer =>
  isFields(value) && isCount(value.rows) && isText(value.sha256);

/** @throws BackupDamagedError */
export function parseLine(line: Buffer): KeptRow | BackupTrailer {
  const value = parseJson(line);
  if (isListOf(value, isValue)) {
    const [table, ...values] = value;
    if (isText(table)) return { table, values };
  }
  if (isTrailer(value)) return value;
  throw new BackupDamagedError('a line is neither a row nor the end');
}
