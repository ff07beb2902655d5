import { type Dispatch, type DispatchMessages, isFinalRefusal, ProblemError } from '@pmcw/contracts';

/** `DispatchMessages` of a command service that takes single commands only. */
export const oneByOne =
  (dispatch: Dispatch): DispatchMessages =>
  async (messages) => {
    const ends: Awaited<ReturnType<DispatchMessages>>[number][] = [];
    for (const { command, context } of messages) {
      const last = ends.at(-1);
      const isOver = last instanceof ProblemError && !isFinalRefusal(last.code);
      ends.push(isOver ? last : await dispatch(command, context).catch(refusalIn));
    }
    return ends;
  };

function refusalIn(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  throw error;
}
