import { ArrowUpToLine, CornerDownRight } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { Button } from '../../../../base/ui/Button.tsx';
import { Input } from '../../../../base/ui/Input.tsx';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useWords } from '../../../../base/words/words.ts';
import { fromLocalMoment, toLocalMoment } from './localMoment.ts';

interface JumpToProps {
  /** Start of the list, ISO 8601; '' for the newest. */
  readonly at: string;
  readonly onJump: (at: string) => void;
}

export function JumpTo({ at, onJump }: JumpToProps) {
  const words = useWords(history).list;
  const id = useId();
  const [text, setText] = useState(toLocalMoment(at));
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onJump(fromLocalMoment(text));
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2 max-sm:w-full">
      {at !== '' && (
        <Button size="sm" variant="ghost" className="max-sm:-ml-3.5" onClick={() => onJump('')}>
          <ArrowUpToLine aria-hidden="true" />
          {words.newestEntry}
        </Button>
      )}
      <label htmlFor={id} className="sr-only">
        {words.date}
      </label>
      <Input
        id={id}
        type="datetime-local"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-9! w-auto! px-3! text-sm max-sm:min-w-44 max-sm:flex-1"
      />
      <Button type="submit" size="sm" variant="secondary">
        <CornerDownRight aria-hidden="true" />
        {words.jump}
      </Button>
    </form>
  );
}
