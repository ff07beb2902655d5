/** How far the upper edge of each message is from the end of the list, in pixels; by id, from top to bottom. */
export type Places = ReadonlyMap<string, number>;

/** Measures the messages of a list. */
export function placesIn(list: HTMLElement): Places {
  const end = list.getBoundingClientRect().bottom;
  const places = new Map<string, number>();
  for (const message of list.querySelectorAll<HTMLElement>('[data-message]')) {
    places.set(message.dataset.message ?? '', end - message.getBoundingClientRect().top);
  }
  return places;
}

/**
 * How many pixels came in below what the reader looks at; below zero when some left. The first message in view tells,
 * or when it is gone, the next one that is still there.
 * @param edge how far the upper edge of the view was from the end of the list, before
 */
export function grownBelow(before: Places, now: Places, edge: number): number {
  let grown = 0;
  for (const [id, place] of before) {
    const placeNow = now.get(id);
    if (placeNow === undefined) continue;
    grown = placeNow - place;
    if (place <= edge) break;
  }
  return grown;
}

/** How high everything after a message is; 0 when nothing is, or the message is not there. */
export function heightAfter(places: Places, id: string): number {
  let isFound = false;
  for (const [other, place] of places) {
    if (isFound) return place;
    isFound = other === id;
  }
  return 0;
}
