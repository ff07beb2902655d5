import { useEffect, useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import { type ToastContent, toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import { systemClock } from '../../../device/offline/clock.ts';
import type { MemberDatabase, StoredRecording } from '../../../device/offline/database.ts';
import type { ConversationKey } from '../../../device/offline/keys.ts';
import {
  completePart,
  discardRecording,
  keepPart,
  keepWhole,
  recordingLock,
} from '../../../device/offline/recordings.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import { inOneTab } from './inOneTab.ts';
import { browserMicrophone } from './microphone.ts';
import { Recorder, type RecorderNotice, type RecorderView } from './recorder.ts';

interface ComposerRecorder {
  readonly recorder: Recorder;
  readonly view: RecorderView;
  /** Undefined while there is none or one is being recorded. */
  readonly recording: StoredRecording | undefined;
  readonly discard: () => void;
}

/** Leaving stops the recording, which is found in the composer again (spec §4). */
export function useRecorder(db: MemberDatabase, conversation: ConversationKey): ComposerRecorder {
  const [recorder] = useState(() => newRecorder(db, conversation));
  const view = useStore(recorder.view);
  const kept = useStored(() => db.recordings.get(conversation), [db, conversation]);
  const isKept = kept !== undefined;
  useEffect(() => recorder.found(isKept), [recorder, isKept]);
  useEffect(() => {
    const onHide = () => {
      if (document.visibilityState === 'hidden' && recorder.view.get().phase === 'recording')
        void recorder.stop();
    };
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      void recorder.stop();
    };
  }, [recorder]);
  return {
    recorder,
    view,
    recording: view.phase === 'recorded' ? kept : undefined,
    discard: () => void db.recordings.delete(conversation).catch(reportFailure),
  };
}

function newRecorder(db: MemberDatabase, conversation: ConversationKey): Recorder {
  return new Recorder({
    microphone: inOneTab(browserMicrophone, recordingLock(db, conversation)),
    clock: systemClock,
    keepPart: (recording) => keepPart(db, conversation, recording),
    keep: (recording) => keepWhole(db, conversation, recording),
    completePart: () => completePart(db, conversation),
    discard: () => discardRecording(db, conversation),
    onNotice: (notice) => toast(wordsOf(notice)),
    onError: reportFailure,
  });
}

function wordsOf(notice: RecorderNotice): ToastContent {
  const { voice, toasts } = currentWords(messages);
  const { title } = toasts.microphoneDenied;
  switch (notice) {
    case 'denied':
      return { ...toasts.microphoneDenied, tone: 'danger' };
    case 'missing':
      return { title, description: voice.noMicrophone, tone: 'danger' };
    case 'busy':
      return { title, description: voice.microphoneBusy, tone: 'danger' };
    case 'elsewhere':
      return { title, description: voice.recordsElsewhere, tone: 'danger' };
    case 'unsupported':
      return { title, description: voice.unsupported, tone: 'danger' };
    case 'full':
      return { ...voice.full, tone: 'danger' };
    case 'interrupted':
      return voice.interrupted;
    case 'longest':
      return { title: voice.longest };
    default:
      return notice satisfies never;
  }
}

function reportFailure(error: unknown): void {
  console.error('The recording on this device has a problem', error);
}
