/**
 * Returns how often per second a number of callers complete an action, each restarting as soon as it is done.
 * @param act one action of a caller
 */
export async function closedLoop(
  callers: number,
  seconds: number,
  act: () => Promise<unknown>,
): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        await act();
        done += 1;
      }
    }),
  );
  return done / ((performance.now() - started) / 1000);
}
