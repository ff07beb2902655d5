import { type Capture, type Microphone, MicrophoneError } from './microphone.ts';

/**
 * A composer stores one recording, so only one tab may record for it.
 * @param name of a Web Lock
 */
export function inOneTab(microphone: Microphone, name: string): Microphone {
  return {
    async open(onEnded) {
      const release = await acquire(name);
      if (release === null) throw new MicrophoneError('elsewhere');
      try {
        return released(await microphone.open(onEnded), release);
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}

function released(capture: Capture, release: () => void): Capture {
  return {
    mediaType: capture.mediaType,
    get size() {
      return capture.size;
    },
    level: () => capture.level(),
    soFar: () => capture.soFar(),
    finish: () => capture.finish().finally(release),
    drop: () => {
      capture.drop();
      release();
    },
  };
}

/** Returns null while another tab has the lock. */
function acquire(name: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  const { locks } = navigator;
  return new Promise((resolve, reject) => {
    const hold = (lock: Lock | null) =>
      lock === null ? resolve(null) : new Promise<void>((release) => resolve(release));
    locks.request(name, { ifAvailable: true }, hold).catch(reject);
  });
}
