const ids = new Set<string>();
let underWay = 0;

/** Publishes a notification from this page, which then needs not be told of it in passing. */
export async function publishing<T extends { readonly id: string }>(publish: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    const published = await publish();
    ids.add(published.id);
    return published;
  } finally {
    underWay -= 1;
  }
}

/** Whether a notification came from this page; the socket may bring it before the answer does. */
export const isPublishedHere = (id: string): boolean => underWay > 0 || ids.has(id);
