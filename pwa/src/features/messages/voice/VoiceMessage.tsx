import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { MemberDatabase, Recording, StoredVoice } from '../../../device/offline/database.ts';
import { soundOf } from '../../../device/offline/sounds.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import { keepHeard, measure, measuredSecondsMax } from './measure.ts';
import { VoicePlayback } from './VoicePlayback.tsx';

interface VoiceMessageProps {
  readonly db: MemberDatabase;
  readonly id: string;
  readonly voice: StoredVoice;
}

/** Plays from this device or the server, and stores what was played. */
export function VoiceMessage({ db, id, voice }: VoiceMessageProps) {
  const { url, seconds, peaks } = voice;
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(frame);
  // All recordings of a thread would fill the memory.
  const sound = useStored(async () => (isSeen ? await soundOf(db, id) : undefined), [db, id, isSeen, url]);
  const blob = useBlob(sound);
  const isWanted = peaks === null && seconds !== null && seconds <= measuredSecondsMax;
  useEffect(() => {
    if (isSeen && isWanted && url !== null) measure(db, id, url);
  }, [isSeen, isWanted, db, id, url]);
  return (
    <div ref={frame} className="w-64 max-w-full">
      <VoicePlayback
        source={blob ?? url}
        seconds={seconds}
        peaks={peaks}
        onHeardFrom={(address) => keepHeard(db, id, address)}
      />
    </div>
  );
}

export function useBlob(recording: Pick<Recording, 'bytes' | 'mediaType'> | undefined): Blob | null {
  const { bytes, mediaType } = recording ?? {};
  return useMemo(
    () => (bytes === undefined ? null : new Blob([bytes], { type: mediaType ?? '' })),
    [bytes, mediaType],
  );
}

/** Whether an element is, or was, visible. */
function useIsSeen(frame: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (frame.current === null) return;
    const watching = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return;
      setSeen(true);
      watching.disconnect();
    });
    watching.observe(frame.current);
    return () => watching.disconnect();
  }, [frame]);
  return isSeen;
}
