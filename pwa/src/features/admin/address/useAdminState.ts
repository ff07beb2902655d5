import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { mayLeave } from '../../../base/forms/leaveWarning.ts';
import { type AdminState, adminSearch, adminStateFrom, changedAdminState } from './adminState.ts';

/** Marks a history entry that only opens an overlay above the previous screen. */
const overlaySchema = v.object({ isOverlay: v.literal(true) });

/** The admin page's state is in the address, so that back and links work. */
export interface AdminAddress {
  readonly state: AdminState;
  readonly change: (changes: Partial<AdminState>) => void;
  readonly searchOf: (changes: Partial<AdminState>) => string;
  readonly openUser: (username: string) => void;
  /** Goes back if the details were opened here. Asks first if unsaved input would be lost. */
  readonly closeUser: () => void;
  readonly openCase: (id: string) => void;
  readonly closeCase: () => void;
  /** As `openUser`, for an event of the history; replaces another open event. */
  readonly openEntry: (eventId: string) => void;
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
      // Asked before navigating; otherwise keys would do nothing until the history has come back.
      if (!mayLeave()) return;
      if (isOverlay) void navigate(-1);
      else void navigate({ search: searchOf(changes) }, { replace: true });
    },
    [navigate, searchOf, isOverlay],
  );
  const { history } = state;
  const openUser = useCallback((user: string) => open({ user }, false), [open]);
  const closeUser = useCallback(() => close({ user: null }), [close]);
  const openCase = useCallback((id: string) => open({ caseId: id }, false), [open]);
  const closeCase = useCallback(() => close({ caseId: null }), [close]);
  const openEntry = useCallback(
    (entry: string) => open({ history: { ...history, entry } }, history.entry !== null),
    [open, history],
  );
  const closeEntry = useCallback(() => close({ history: { ...history, entry: null } }), [close, history]);
  return { state, change, searchOf, openUser, closeUser, openCase, closeCase, openEntry, closeEntry };
}
