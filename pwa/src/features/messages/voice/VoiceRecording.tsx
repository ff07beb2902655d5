import { Square, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import { minutesAndSeconds } from './duration.ts';
import type { Recorder, RecorderView } from './recorder.ts';
import { Waveform } from './Waveform.tsx';

/** The newest on the right; a narrow composer shows the last ones. */
const bars = 200;
const barWidth = 4;

export function VoiceRecording({
  recorder,
  view,
}: {
  readonly recorder: Recorder;
  readonly view: RecorderView;
}) {
  const { voice } = useWords(messages);
  const stop = useRef<HTMLButtonElement>(null);
  const { phase, seconds, levels } = view;
  const isRecording = phase === 'recording';
  useEffect(() => {
    if (isRecording) stop.current?.focus({ preventScroll: true });
  }, [isRecording]);
  const recent = levels.slice(-bars);
  return (
    <div className="flex h-11.5 min-w-0 flex-1 animate-appear items-center gap-2 rounded-[1.4375rem] border border-danger-line bg-raised pl-1">
      <IconButton label={voice.cancel} size="sm" variant="danger" onClick={() => void recorder.cancel()}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <span role="status" className="sr-only">
        {isRecording && voice.recording}
      </span>
      <span aria-hidden="true" className="recording-dot size-2.5 shrink-0 rounded-full bg-danger" />
      <time role="timer" className="min-w-9 text-sm font-medium tabular-nums">
        {minutesAndSeconds(seconds)}
      </time>
      <span className="recording-level flex min-w-0 flex-1 justify-end overflow-hidden">
        <span className="shrink-0" style={{ width: `${recent.length * barWidth}px` }}>
          <Waveform levels={recent} heard={1} />
        </span>
      </span>
      <button
        ref={stop}
        type="button"
        aria-label={voice.stop}
        disabled={!isRecording}
        onClick={() => void recorder.stop()}
        className="mr-1 grid size-9 shrink-0 place-items-center rounded-full bg-danger text-on-primary transition active:scale-95 disabled:opacity-50 motion-reduce:active:scale-100"
      >
        <Square aria-hidden="true" className="size-3.5 fill-current" strokeWidth={0} />
      </button>
    </div>
  );
}
