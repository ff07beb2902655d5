import { useLiveQuery } from 'dexie-react-hooks';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { MemberDatabase, StoredRecording, StoredVoice } from '../../offline/database.ts';
import { measure, measuredSecondsMax } from './measure.ts';
import { VoicePlayback } from './VoicePlayback.tsx';

/** Props of `VoiceMessage`. */
export interface VoiceMessageProps {
  readonly db: MemberDatabase;
  /** The message's. */
  readonly id: string;
  readonly voice: StoredVoice;
}

/** The recording of a message, from the server or, until that has it, from this device. */
export function VoiceMessage({ db, id, voice }: VoiceMessageProps) {
  const { url, seconds, peaks } = voice;
  const here = useLiveQuery(
    async () => (url === null ? await db.recordings.get(id) : undefined),
    [db, id, url],
  );
  const blob = useBlob(here);
  const frame = useRef<HTMLDivElement>(null);
  useMeasuring(frame, db, id, voice);
  return (
    <div ref={frame} className="w-64 max-w-full">
      <VoicePlayback source={url ?? blob} seconds={seconds} peaks={peaks} />
    </div>
  );
}

/** A recording of this device as something to play; null while there is none. */
export function useBlob(recording: StoredRecording | undefined): Blob | null {
  const { bytes, mediaType } = recording ?? {};
  return useMemo(
    () => (bytes === undefined ? null : new Blob([bytes], { type: mediaType ?? '' })),
    [bytes, mediaType],
  );
}

/** Once it is seen, a short recording gets its waveform. */
function useMeasuring(
  frame: RefObject<HTMLElement | null>,
  db: MemberDatabase,
  id: string,
  { url, seconds, peaks }: StoredVoice,
): void {
  const isWanted = peaks === null && seconds !== null && seconds <= measuredSecondsMax;
  useEffect(() => {
    if (frame.current === null || url === null || !isWanted) return;
    const watching = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) measure(db, id, url);
    });
    watching.observe(frame.current);
    return () => watching.disconnect();
  }, [frame, db, id, url, isWanted]);
}
