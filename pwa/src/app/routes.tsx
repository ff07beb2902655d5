import { Suspense } from 'react';
import { Route, Routes } from 'react-router-dom';
import { RequireMember } from '../accounts/RequireMember.tsx';
import { screens } from './screens.ts';

/** Which screen a path shows (spec §2). */
export function AppRoutes() {
  return (
    <Suspense fallback={<div className="shell-fill" />}>
      <Routes>
        <Route index element={<screens.Landing />} />
        <Route path="auth" element={<screens.Auth />} />
        <Route path="directory" element={<screens.Directory />} />
        <Route
          path="dashboard/profile"
          element={
            <RequireMember>
              <screens.Dashboard />
            </RequireMember>
          }
        />
        {/* Refuses visitors in its own words (spec §2). */}
        <Route path="messages" element={<screens.Messages />} />
        <Route path="not-found" element={<screens.NotFound />} />
        <Route path="profile/:username" element={<screens.Profile />} />
        <Route path=":username" element={<screens.Profile />} />
        <Route path="*" element={<screens.NotFound />} />
      </Routes>
    </Suspense>
  );
}
