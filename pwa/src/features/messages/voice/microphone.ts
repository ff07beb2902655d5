import { loudnessOf } from './loudness.ts';

/** `elsewhere`: another tab records for the same composer. */
export type MicrophoneFailure = 'denied' | 'missing' | 'busy' | 'elsewhere' | 'unsupported';

export class MicrophoneError extends Error {
  override readonly name = 'MicrophoneError';
  readonly why: MicrophoneFailure;

  constructor(why: MicrophoneFailure, cause?: unknown) {
    super(`No recording: ${why}`, { cause });
    this.why = why;
  }
}

/** Uses the microphone until it is finished or dropped. */
export interface Capture {
  readonly mediaType: string;
  /** Bytes, updated every second. */
  readonly size: number;
  /** From 0 to 1. */
  level(): number;
  /** Playable and sendable as it is. */
  soFar(): Promise<ArrayBuffer>;
  finish(): Promise<ArrayBuffer>;
  drop(): void;
}

export interface Microphone {
  /**
   * @param onEnded the microphone was unplugged, or withdrawn by the person or the system
   * @throws MicrophoneError
   */
  open(onEnded: () => void): Promise<Capture>;
}

/** Best first. MP4 only with AAC: the server refuses Opus in MP4, which some browsers choose. */
const wantedTypes = [
  'audio/webm;codecs=opus',
  'audio/ogg;codecs=opus',
  'audio/mp4;codecs=mp4a.40.2',
  'audio/mp4;codecs=aac',
] as const;

/** Plenty for speech; five minutes are 1.2 MB. */
const bitsPerSecond = 32_000;
const chunkMs = 1000;

/** Null if the server accepts none that the browser writes. */
export function chooseType(isSupported: (type: string) => boolean): string | null {
  return wantedTypes.find(isSupported) ?? null;
}

export const browserMicrophone: Microphone = {
  async open(onEnded) {
    const canRecord = 'MediaRecorder' in globalThis && 'AudioContext' in globalThis;
    const mediaType = canRecord ? chooseType((type) => MediaRecorder.isTypeSupported(type)) : null;
    if (mediaType === null || navigator.mediaDevices === undefined) throw new MicrophoneError('unsupported');
    const stream = await navigator.mediaDevices
      .getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true } })
      .catch((error: unknown) => {
        throw new MicrophoneError(microphoneFailureOf(error), error);
      });
    try {
      return new BrowserCapture(stream, mediaType, onEnded);
    } catch (error) {
      release(stream);
      throw new MicrophoneError('unsupported', error);
    }
  },
};

export function microphoneFailureOf(error: unknown): MicrophoneFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError') return 'missing';
  // Firefox aborts where others can't read.
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'denied';
}

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
    // A track that ended has stopped its recorder, with the last data emitted.
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
