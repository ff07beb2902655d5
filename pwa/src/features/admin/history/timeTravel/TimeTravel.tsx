import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useWords } from '../../../../base/words/words.ts';
import { MomentSlider } from './MomentSlider.tsx';
import { NoMoment } from './NoMoment.tsx';
import { TimeTravelFields, useFieldWords } from './TimeTravelFields.tsx';
import { differencesOf } from './timeTravelDifferences.ts';
import { momentQuery } from './timeTravelQueries.ts';

export interface TimeTravelProps {
  /** `user-7`, `settings`, `notification-…`, `message-…`, `inbox-7`. */
  readonly stream: string;
  /** Position to start at; the present by default. */
  readonly at?: string | undefined;
}

export function TimeTravel({ stream, at }: TimeTravelProps) {
  const words = useWords(timeTravel);
  const { nameOf } = useFieldWords();
  const [chosen, setChosen] = useState<number | null>(null);
  const start = at === undefined ? {} : { at };
  const choice = chosen === null ? start : { revision: String(chosen) };
  const { data, error, refetch } = useQuery(momentQuery(stream, choice));
  if (data === undefined) return <NoMoment error={error} onRetry={() => void refetch()} />;
  const { event, length } = data;
  const rows = differencesOf(data.before, data.state);
  return (
    <div className="flex flex-col gap-5">
      <MomentSlider
        event={event}
        place={event.revision}
        length={length}
        chosen={chosen ?? event.revision}
        onChoose={setChosen}
        changed={rows.filter(({ change }) => change !== 'same').map(({ field }) => nameOf(field))}
      />
      <TimeTravelFields label={words.fields} rows={rows} />
    </div>
  );
}
