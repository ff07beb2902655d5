import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { history } from '../../../../base/words/en/admin/history.ts';
import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useWords } from '../../../../base/words/words.ts';
import { ConversationThenFields } from './ConversationThenFields.tsx';
import { MomentSlider } from './MomentSlider.tsx';
import { NoMoment } from './NoMoment.tsx';
import { differencesOf } from './timeTravelDifferences.ts';
import { conversationMomentQuery } from './timeTravelQueries.ts';

interface ConversationThenProps {
  /** `3-7` or `global`; see `conversationOf`. */
  readonly conversation: string;
  /** Position to start at. */
  readonly at: string;
}

export function ConversationThen({ conversation, at }: ConversationThenProps) {
  const words = useWords(timeTravel).conversation;
  const { sealedText } = useWords(history).details;
  const [chosen, setChosen] = useState<number | null>(null);
  const choice = chosen === null ? { at } : { place: String(chosen) };
  const { data, error, refetch } = useQuery(conversationMomentQuery(conversation, choice));
  if (data === undefined) return <NoMoment error={error} onRetry={() => void refetch()} />;
  const { event, place, length, before, state } = data;
  const names: Readonly<Record<string, string>> = words.names;
  return (
    <div className="flex flex-col gap-5">
      <MomentSlider
        {...{ event, place, length }}
        chosen={chosen ?? place}
        onChoose={setChosen}
        changed={differencesOf(before, state)
          .filter(({ change }) => change !== 'same')
          .map(({ field }) => names[field] ?? field)}
      />
      <ConversationThenFields moment={data} />
      <p className="text-xs text-muted">{sealedText}</p>
    </div>
  );
}
