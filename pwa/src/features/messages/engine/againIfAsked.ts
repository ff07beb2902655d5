/** Runs it once at a time, and once more if it was asked for while it ran: what came late is not left. */
export function againIfAsked(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isAsked = false;
  async function repeat(): Promise<void> {
    while (isAsked) {
      isAsked = false;
      await run();
    }
  }
  return () => {
    isAsked = true;
    running ??= repeat().finally(() => {
      running = null;
    });
    return running;
  };
}
