import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useWords } from '../../../../base/words/words.ts';
import { LookBackDialog } from './LookBackDialog.tsx';
import { TimeTravel, type TimeTravelProps } from './TimeTravel.tsx';

export function TimeTravelButton(props: TimeTravelProps) {
  const words = useWords(timeTravel);
  return (
    <LookBackDialog button={words.button} title={words.title} text={words.text}>
      <TimeTravel {...props} />
    </LookBackDialog>
  );
}
