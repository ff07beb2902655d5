import { loudnessOf } from './loudness.ts';

/** Why nothing can be recorded. */
export type MicrophoneFailure = 'denied' | 'missing' | 'unsupported';

/** Thrown by `Microphone.open`. */
export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly why: MicrophoneFailure;

  constructor(why: MicrophoneFailure, cause?: unknown) {
    super(`No recording: ${why}`, { cause });
    this.why = why;
  }
}

/** A recording under way. The microphone is in use until it is finished or dropped. */
export interface Capture {
  /** What the bytes are, as the recorder names it. */
  readonly mediaType: string;
  /** Bytes so far, as of the last second. */
  readonly size: number;
  /** How loud it is now, from 0 to 1. */
  level(): number;
  /** What was recorded so far, which can be played and sent by itself. */
  soFar(): Promise<ArrayBuffer>;
  /** Ends it, lets go of the microphone at once, and hands over everything. */
  finish(): Promise<ArrayBuffer>;
  /** Lets go of the microphone; what was recorded is forgotten. */
  drop(): void;
}

/** Where recordings come from. */
export interface Microphone {
  /**
   * Asks for the microphone and begins.
   * @param onEnded the microphone is gone: unplugged, or taken away by the person or the system
   * @throws MicrophoneError
   */
  open(onEnded: () => void): Promise<Capture>;
}

/**
 * What a recorder should write, best first. MP4 only with AAC: the server does not take Opus in it, which some
 * browsers write when they may choose.
 */
const wantedTypes = [
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4;codecs=aac',
] as const;

/** Plenty for speech; five minutes are 1.2 MB. */
const bitsPerSecond = 32_000;
/** How often the recorder hands over what it has, in milliseconds. */
const chunkMs = 1000;

/** The type to record in; null where there is none that the server takes. */
export function chooseType(isSupported: (type: string) => boolean): string | null {
  return wantedTypes.find(isSupported) ?? null;
}

/** The device's own microphone. */
export const browserMicrophone: Microphone = {
  async open(onEnded) {
    const canRecord = 'MediaRecorder' in globalThis && 'AudioContext' in globalThis;
    const mediaType = canRecord ? chooseType((type) => MediaRecorder.isTypeSupported(type)) : null;
    if (mediaType === null || navigator.mediaDevices === undefined) throw new MicrophoneError('unsupported');
    const stream = await navigator.mediaDevices
      .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
      .catch((error: unknown) => {
        const isMissing = error instanceof DOMException && error.name === 'NotFoundError';
        throw new MicrophoneError(isMissing ? 'missing' : 'denied', error);
      });
    try {
      return new BrowserCapture(stream, mediaType, onEnded);
    } catch (error) {
      release(stream);
      throw new MicrophoneError('unsupported', error);
    }
  },
};

class BrowserCapture implements Capture {
  readonly mediaType: string;
  readonly #stream: MediaStream;
  readonly #recorder: MediaRecorder;
  readonly #meter: Meter;
  readonly #chunks: Blob[] = [];

  constructor(stream: MediaStream, mediaType: string, onEnded: () => void) {
    this.#stream = stream;
    this.#recorder = new MediaRecorder(stream, { mimeType: mediaType, audioBitsPerSecond: bitsPerSecond });
    this.mediaType = mediaType;
    this.#recorder.addEventListener('dataavailable', ({ data }) => void this.#chunks.push(data));
    this.#recorder.addEventListener('error', onEnded);
    for (const track of stream.getTracks()) track.addEventListener('ended', onEnded);
    this.#recorder.start(chunkMs);
    this.#meter = new Meter(stream);
  }

  get size(): number {
    return this.#chunks.reduce((sum, { size }) => sum + size, 0);
  }

  level(): number {
    return this.#meter.level();
  }

  soFar(): Promise<ArrayBuffer> {
    return new Blob(this.#chunks).arrayBuffer();
  }

  async finish(): Promise<ArrayBuffer> {
    // A track that ended has ended its recorder, whose last bytes are here.
    if (this.#recorder.state !== 'inactive') {
      const ended = new Promise((resolve) =>
        this.#recorder.addEventListener('stop', resolve, { once: true }),
      );
      this.#recorder.stop();
      this.#release();
      await ended;
    }
    this.#release();
    return this.soFar();
  }

  drop(): void {
    if (this.#recorder.state !== 'inactive') this.#recorder.stop();
    this.#release();
  }

  #release(): void {
    release(this.#stream);
    this.#meter.close();
  }
}

/** Listens along, for the level on screen. */
class Meter {
  readonly #context = new AudioContext();
  readonly #analyser = this.#context.createAnalyser();
  readonly #samples = new Float32Array(this.#analyser.fftSize);

  constructor(stream: MediaStream) {
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
  }

  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    return loudnessOf(this.#samples);
  }

  close(): void {
    if (this.#context.state !== 'closed') this.#context.close().catch(() => undefined);
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
