import { liveQuery } from 'dexie';
import { useEffect, useState } from 'react';
import type { MemberDatabase } from '../../../device/offline/database.ts';

/** Null until a cursor is known; later moves are ignored. */
export function useFirstCursor(db: MemberDatabase): string | null {
  const [position, setPosition] = useState<string | null>(null);
  useEffect(() => {
    const cursor = liveQuery(() => db.sync.get('cursor'));
    const watching = cursor.subscribe({
      next: (known) => {
        if (known === undefined) return;
        setPosition(known.position);
        watching.unsubscribe();
      },
      error: (error: unknown) => console.error('The cursor could not be read', error),
    });
    return () => watching.unsubscribe();
  }, [db]);
  return position;
}
