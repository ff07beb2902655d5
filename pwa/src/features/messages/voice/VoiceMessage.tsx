import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { MemberDatabase, Recording, StoredVoice } from '../../../device/offline/database.ts';
import { soundOf } from '../../../device/offline/sounds.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import { keepHeard, measure, measuredSecondsMax } from './measure.ts';
import { VoicePlayback } from './VoicePlayback.tsx';

export interface VoiceMessageProps {
  readonly db: MemberDatabase;
  /** The message's. */
  readonly id: string;
  readonly voice: StoredVoice;
}

/** The recording of a message: from this device where that has it, else from the server, and kept once it was heard. */
export function VoiceMessage({ db, id, voice }: VoiceMessageProps) {
  const { url, seconds, peaks } = voice;
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useIsSeen(frame);
  // Only of what is on the screen: a thread of recordings is more than should be in memory.
  const here = useStored(async () => (isSeen ? await soundOf(db, id) : undefined), [db, id, isSeen, url]);
  const blob = useBlob(here);
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

/** A recording of this device as something to play; null while there is none. */
export function useBlob(recording: Pick<Recording, 'bytes' | 'mediaType'> | undefined): Blob | null {
  const { bytes, mediaType } = recording ?? {};
  return useMemo(
    () => (bytes === undefined ? null : new Blob([bytes], { type: mediaType ?? '' })),
    [bytes, mediaType],
  );
}

/** Whether an element is on the screen, or was. */
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
