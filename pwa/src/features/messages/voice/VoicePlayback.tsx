import { Pause, Play, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { send, whole } from '../../../base/api/client.ts';
import { download } from '../../../base/ui/download.ts';
import { Spinner } from '../../../base/ui/Spinner.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { minutesAndSeconds } from './duration.ts';
import { barCount } from './loudness.ts';
import type { PlayerView, VoiceSource } from './player.ts';
import { useVoicePlayer } from './useVoicePlayer.ts';
import { Waveform } from './Waveform.tsx';

const rates = [1, 1.5, 2] as const;
/** Arrow-key steps from end to end. */
const seekSteps = 50;

interface VoicePlaybackProps {
  /** Null if there is no sound. */
  readonly source: VoiceSource | null;
  /** Null if unknown. */
  readonly seconds: number | null;
  readonly peaks: readonly number[] | null;
  readonly onHeardFrom?: (address: string) => void;
}

const ignore = () => undefined;

export function VoicePlayback({ source, seconds, peaks, onHeardFrom = ignore }: VoicePlaybackProps) {
  const words = useWords(messages);
  const { player, view } = useVoicePlayer(onHeardFrom);
  const length = seconds ?? view.length;
  const isBroken = source === null || view.status === 'failed';
  const isTouched = view.seconds > 0 || view.status === 'playing';
  return (
    <div className="flex items-center gap-2.5" data-playing={view.status === 'playing' ? true : undefined}>
      <PlayButton view={view} isAvailable={source !== null} onPress={() => source && player.toggle(source)} />
      <div className="flex min-w-0 flex-1 flex-col">
        {view.failure === 'unplayable' && source !== null ? (
          <Unplayable source={source} />
        ) : isBroken ? (
          <p className="flex h-7 items-center text-sm text-muted">
            {view.failure === 'away' ? words.voice.onceOnline : words.unableToPlay}
          </p>
        ) : (
          <Seeker
            seconds={view.seconds}
            length={length}
            peaks={peaks}
            onSeek={(to) => player.seek(source, to)}
          />
        )}
        <p className="flex h-4 items-center gap-2 text-2xs text-muted tabular-nums">
          <span>
            {isTouched || length === null ? minutesAndSeconds(view.seconds) : minutesAndSeconds(length)}
          </span>
          {isTouched && <RateButton onChange={(rate) => player.setRate(rate)} />}
        </p>
      </div>
    </div>
  );
}

function Unplayable({ source }: { readonly source: VoiceSource }) {
  const { voice } = useWords(messages);
  const save = async () => {
    const sound = typeof source === 'string' ? await whole((await send(source)).blob()) : source;
    download(sound, `voice.${/^audio\/(\w+)/.exec(sound.type)?.[1] ?? 'webm'}`);
  };
  return (
    <p className="flex min-h-7 flex-wrap items-center gap-x-2 text-sm text-muted">
      {voice.unplayable.title}
      <button
        type="button"
        onClick={() => void orToast(voice.downloadFailed, save).catch(() => undefined)}
        className="text-fg underline underline-offset-4"
      >
        {voice.download}
      </button>
    </p>
  );
}

function PlayButton({
  view,
  isAvailable,
  onPress,
}: {
  readonly view: PlayerView;
  readonly isAvailable: boolean;
  readonly onPress: () => void;
}) {
  const { voice } = useWords(messages);
  const isOn = view.status === 'playing' || view.status === 'loading';
  return (
    <button
      type="button"
      aria-label={isOn ? voice.pause : voice.play}
      disabled={!isAvailable}
      onClick={onPress}
      className="relative grid size-10 shrink-0 place-items-center rounded-full bg-primary text-on-primary transition hover:bg-primary-hover active:scale-95 disabled:opacity-40 motion-reduce:active:scale-100"
    >
      <PlayIcon status={view.status} />
    </button>
  );
}

function PlayIcon({ status }: Pick<PlayerView, 'status'>) {
  if (status === 'loading') return <Spinner className="size-5" />;
  if (status === 'failed') return <RotateCw aria-hidden="true" className="size-4.5" />;
  const Icon = status === 'playing' ? Pause : Play;
  return <Icon aria-hidden="true" className="size-4.5 fill-current" strokeWidth={0} />;
}

/** The waveform, under an invisible slider. */
function Seeker({
  seconds,
  length,
  peaks,
  onSeek,
}: {
  readonly seconds: number;
  readonly length: number | null;
  readonly peaks: readonly number[] | null;
  readonly onSeek: (seconds: number) => void;
}) {
  const { voice } = useWords(messages);
  const end = length ?? 0;
  const at = Math.min(seconds, end);
  const levels = peaks?.map((peak) => peak / 100) ?? Array.from({ length: barCount }, () => 0);
  return (
    <div className="relative rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
      <Waveform levels={levels} heard={end === 0 ? 0 : at / end} />
      <input
        type="range"
        aria-label={voice.position}
        aria-valuetext={voice.at(minutesAndSeconds(at), minutesAndSeconds(end))}
        min={0}
        max={end}
        step={end / seekSteps || 1}
        value={at}
        disabled={end === 0}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        className="absolute inset-0 m-0 size-full cursor-pointer touch-pan-y opacity-0 disabled:cursor-default"
      />
    </div>
  );
}

function RateButton({ onChange }: { readonly onChange: (rate: number) => void }) {
  const { voice } = useWords(messages);
  const formats = useFormats();
  const [index, setIndex] = useState(0);
  const rate = rates[index] ?? 1;
  return (
    <button
      type="button"
      aria-label={voice.speed(formats.number(rate))}
      onClick={() => {
        const next = (index + 1) % rates.length;
        setIndex(next);
        onChange(rates[next] ?? 1);
      }}
      className="rounded-full bg-line px-1.5 font-semibold text-fg transition hover:bg-line-strong"
    >
      {formats.number(rate)}×
    </button>
  );
}
