import { Navigate, Route, Routes } from 'react-router-dom';
import { RequireAdmin } from '../accounts/RequireAdmin.tsx';
import { RequireMember } from '../accounts/RequireMember.tsx';
import { FirstScreen } from './FirstScreen.tsx';
import { lazyScreen } from './lazyScreen.ts';
import { screens } from './screens.tsx';

/** Every primitive in every state; left out of what is built. */
const Styleguide = import.meta.env.DEV
  ? lazyScreen(() => import('../styleguide/StyleguideScreen.tsx'))
  : null;

/** Which screen a path shows (spec §2). */
export function AppRoutes() {
  return (
    <>
      <Routes>
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
        {/* Refuses visitors in its own words (spec §2). */}
        <Route path="messages" element={<screens.Messages />} />
        <Route path="terms" element={<screens.Terms />} />
        <Route path="privacy" element={<screens.Privacy />} />
        {/* Named by the manifest; a hyphen keeps them apart from every username. */}
        <Route path="share-target" element={<screens.ShareTarget />} />
        <Route path="open-link" element={<screens.OpenLink />} />
        {Styleguide !== null && <Route path="styleguide" element={<Styleguide />} />}
        <Route path="not-found" element={<screens.NotFound />} />
        <Route path="profile/:username" element={<screens.Profile />} />
        <Route path=":username" element={<screens.Profile />} />
        <Route path="*" element={<screens.NotFound />} />
      </Routes>
      <FirstScreen />
    </>
  );
}
