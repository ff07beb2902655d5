const ids = new Set<string>();
let underWay = 0;

/** Publishes a notification; this page then shows no toast about it. */
export async function publishHere<T extends { readonly id: string }>(publish: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    const published = await publish();
    ids.add(published.id);
    return published;
  } finally {
    underWay -= 1;
  }
}

/** The socket may deliver it before the answer arrives. */
export const isPublishedHere = (id: string): boolean => underWay > 0 || ids.has(id);
