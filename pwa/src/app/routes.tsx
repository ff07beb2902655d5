import { Suspense, startTransition, useLayoutEffect, useState } from 'react';
import { type Location, Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { Placeholder } from '../base/ui/lazyPart.tsx';
import { lazyScreen } from '../base/ui/lazyScreen.tsx';
import { RequireAdmin } from '../members/session/RequireAdmin.tsx';
import { RequireMember } from '../members/session/RequireMember.tsx';
import { FirstScreen } from './FirstScreen.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import { RouteFocus } from './RouteFocus.tsx';
import { screens } from './screens.ts';

const Styleguide = import.meta.env.DEV
  ? lazyScreen(() => import('../screens/styleguide/StyleguideScreen.tsx'))
  : null;

/**
 * Returns the previous location until the next screen can be rendered. Not a deferred value: a transition started
 * during back navigation renders in the same task if possible, so that the browser can restore its scroll position.
 */
function useShown(location: Location): Location {
  const [shown, show] = useState(location);
  // In a microtask, because React ignores transitions started within its own work.
  useLayoutEffect(() => queueMicrotask(() => startTransition(() => show(location))), [location]);
  return shown.pathname === location.pathname ? location : shown;
}

/** Spec §2. */
export function AppRoutes() {
  const location = useLocation();
  const shown = useShown(location);
  return (
    <>
      {shown !== location && <LoadingBar />}
      <Suspense fallback={<Placeholder />}>
        <Routes location={shown}>
          <Route index element={<screens.Landing />} />
          <Route path="auth" element={<screens.Auth />} />
          <Route path="directory" element={<screens.Directory />} />
          <Route path="dashboard" element={<Navigate to="/dashboard/profile" replace />} />
          <Route
            path="dashboard/profile"
            element={
              <RequireMember>
                <screens.Dashboard />
              </RequireMember>
            }
          />
          <Route
            path="dashboard/activity"
            element={
              <RequireMember>
                <screens.Activity />
              </RequireMember>
            }
          />
          <Route
            path="admin-page"
            element={
              <RequireAdmin>
                <screens.Admin />
              </RequireAdmin>
            }
          />
          {/* Shows visitors its own refusal (spec §2). */}
          <Route path="messages" element={<screens.Messages />} />
          <Route path="terms" element={<screens.Terms />} />
          <Route path="privacy" element={<screens.Privacy />} />
          {/* Paths of the manifest; the hyphen prevents conflicts with usernames. */}
          <Route path="share-target" element={<screens.ShareTarget />} />
          <Route path="open-link" element={<screens.OpenLink />} />
          {Styleguide !== null && <Route path="styleguide" element={<Styleguide />} />}
          <Route path="not-found" element={<screens.NotFound />} />
          <Route path="profile/:username" element={<screens.Profile />} />
          <Route path=":username" element={<screens.Profile />} />
          <Route path="*" element={<screens.NotFound />} />
        </Routes>
      </Suspense>
      <RouteFocus pathname={shown.pathname} />
      <FirstScreen />
    </>
  );
}
