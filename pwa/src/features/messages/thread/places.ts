/** From the end of the list to each message's upper edge, in pixels, by id from top to bottom. */
export type Places = ReadonlyMap<string, number>;

export function placesIn(list: HTMLElement): Places {
  const end = list.getBoundingClientRect().bottom;
  const places = new Map<string, number>();
  for (const message of list.querySelectorAll<HTMLElement>('[data-message]')) {
    places.set(message.dataset.message ?? '', end - message.getBoundingClientRect().top);
  }
  return places;
}

/**
 * Returns the pixels added below the reader's view (negative if removed), measured at the first visible message or the
 * next one that still exists.
 * @param edge earlier distance of the view's upper edge from the end of the list
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

/** 0 if nothing follows or the message is missing. */
export function heightAfter(places: Places, id: string): number {
  let isFound = false;
  for (const [other, place] of places) {
    if (isFound) return place;
    isFound = other === id;
  }
  return 0;
}
