import type { HistoryEntry } from '@pmcw/contracts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../../../../base/ui/IconButton.tsx';
import { Slider } from '../../../../base/ui/Slider.tsx';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useFormats } from '../../../../base/words/formats.ts';
import { useWords } from '../../../../base/words/words.ts';
import { useHistorySentences } from '../events/sentences.ts';

interface MomentSliderProps {
  /** The event of the shown moment, which lags behind the chosen one, and its place among all, from 0. */
  readonly event: HistoryEntry;
  readonly place: number;
  readonly length: number;
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  /** Names of the changed fields. */
  readonly changed: readonly string[];
}

/** A slider over the moments of a stream, whose value is spoken as time and event. */
export function MomentSlider({ event, place, length, chosen, onChoose, changed }: MomentSliderProps) {
  const words = useWords(timeTravel);
  const formats = useFormats();
  const { sentence } = useHistorySentences();
  const placeText = words.place(formats.number(chosen + 1), formats.number(length));
  const when = formats.dateAndTime(event.occurredAt);
  const names = [...new Set(changed)].join(', ');
  const isThere = chosen === place;
  return (
    <div className="sticky -top-6 z-10 -mx-6 flex flex-col gap-3 border-b bg-float px-6 pt-1 pb-4">
      <div className="flex items-center gap-3">
        <IconButton
          label={words.earlier}
          size="sm"
          disabled={chosen === 0}
          onClick={() => onChoose(chosen - 1)}
        >
          <ChevronLeft aria-hidden="true" />
        </IconButton>
        <Slider
          label={words.slider}
          value={chosen}
          min={0}
          max={Math.max(length - 1, 1)}
          step={1}
          disabled={length === 1}
          onValueChange={onChoose}
          valueText={isThere ? `${when}: ${sentence(event)}. ${placeText}` : placeText}
        />
        <IconButton
          label={words.later}
          size="sm"
          disabled={chosen >= length - 1}
          onClick={() => onChoose(chosen + 1)}
        >
          <ChevronRight aria-hidden="true" />
        </IconButton>
      </div>
      <div className="flex min-h-16 flex-col gap-0.5 text-sm" aria-busy={!isThere}>
        <p className="line-clamp-2 font-medium">{sentence(event)}</p>
        <p className="text-muted tabular-nums">
          <time dateTime={event.occurredAt}>{when}</time> · {placeText}
        </p>
        <p className="truncate text-muted">{names === '' ? words.unchanged : words.changed(names)}</p>
      </div>
    </div>
  );
}
