import type { voiceTypes } from '@pmcw/contracts';

/** What a recording says of itself. */
export interface Recording {
  readonly mediaType: (typeof voiceTypes)[number];
  readonly seconds: number;
}

/** Bytes that are no recording of a kind that is taken (`type`), or a damaged one. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly why: 'type' | 'broken';

  constructor(why: 'type' | 'broken') {
    super(`Not a recording: ${why}`);
    this.why = why;
  }
}
