import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { mayLeave } from '../../base/forms/leaving.ts';
import { type AdminState, adminSearch, adminStateFrom, changedAdminState } from './adminState.ts';

/** Left with an entry of the history that only lays a member's details over the screen before it. */
const overlaySchema = v.object({ isOverlay: v.literal(true) });

/** What the admin page shows, kept in the address so that back and links work. */
export interface AdminAddress {
  readonly state: AdminState;
  /** Goes to a changed state; see `changedAdminState`. */
  readonly change: (changes: Partial<AdminState>) => void;
  /** The query string of a changed state, for links. */
  readonly searchOf: (changes: Partial<AdminState>) => string;
  /** Lays a member's details over what is shown. */
  readonly openUser: (username: string) => void;
  /** Takes them away again: back, where they were opened from here. Asks first where something typed would get lost. */
  readonly closeUser: () => void;
  /** As `openUser`, for an event of the history; from one to the next they take each other's place. */
  readonly openEntry: (eventId: string) => void;
  /** As `closeUser`. */
  readonly closeEntry: () => void;
}

export function useAdminState(): AdminAddress {
  const [params] = useSearchParams();
  const state = useMemo(() => adminStateFrom(params), [params]);
  const navigate = useNavigate();
  const isOverlay = v.is(overlaySchema, useLocation().state);
  const searchOf = useCallback(
    (changes: Partial<AdminState>) => adminSearch(changedAdminState(state, changes)),
    [state],
  );
  const change = useCallback(
    (changes: Partial<AdminState>) => void navigate({ search: searchOf(changes) }),
    [navigate, searchOf],
  );
  const open = useCallback(
    (changes: Partial<AdminState>, replace: boolean) =>
      void navigate({ search: searchOf(changes) }, { replace, state: { isOverlay: isOverlay || !replace } }),
    [navigate, searchOf, isOverlay],
  );
  const close = useCallback(
    (changes: Partial<AdminState>) => {
      // Asked before, not on the way: the history would have to come back first before the next key counts.
      if (!mayLeave()) return;
      if (isOverlay) void navigate(-1);
      else void navigate({ search: searchOf(changes) }, { replace: true });
    },
    [navigate, searchOf, isOverlay],
  );
  const { history } = state;
  const openUser = useCallback((user: string) => open({ user }, false), [open]);
  const closeUser = useCallback(() => close({ user: null }), [close]);
  const openEntry = useCallback(
    (entry: string) => open({ history: { ...history, entry } }, history.entry !== null),
    [open, history],
  );
  const closeEntry = useCallback(() => close({ history: { ...history, entry: null } }), [close, history]);
  return { state, change, searchOf, openUser, closeUser, openEntry, closeEntry };
}
