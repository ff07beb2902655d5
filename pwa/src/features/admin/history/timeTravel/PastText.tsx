import { timeTravel } from '../../../../base/words/en/admin/timeTravel.ts';
import { useWords } from '../../../../base/words/words.ts';

interface PastTextProps {
  readonly is: string;
  /** Undefined without an earlier value. */
  readonly was: string | undefined;
}

/** Shows a changed value beside the earlier one, marked not only by color. */
export function PastText({ is, was }: PastTextProps) {
  const words = useWords(timeTravel);
  if (is === was) return <bdi>{is}</bdi>;
  return (
    <>
      {was !== undefined && (
        <del className="text-muted">
          <span className="sr-only">{words.before} </span>
          <bdi>{was}</bdi>
        </del>
      )}
      <ins className="font-medium no-underline">
        <span className="sr-only">{words.now} </span>
        <bdi>{is}</bdi>
      </ins>
    </>
  );
}
