import type { voiceTypes } from '@pmcw/contracts';

export interface Recording {
  readonly mediaType: (typeof voiceTypes)[number];
  readonly seconds: number;
}

/** `type` if that is not accepted. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly why: 'type' | 'broken';

  constructor(why: 'type' | 'broken') {
    super(`Not a recording: ${why}`);
    this.why = why;
  }
}
