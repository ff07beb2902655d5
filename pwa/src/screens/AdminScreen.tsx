import { Settings } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { mayLeave } from '../base/forms/leaveWarning.ts';
import { CountBadge } from '../base/ui/CountBadge.tsx';
import { IconButton } from '../base/ui/IconButton.tsx';
import { Link } from '../base/ui/Link.tsx';
import { Tooltip } from '../base/ui/overlays/Tooltip.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../base/ui/Tabs.tsx';
import { useTitle } from '../base/ui/useTitle.ts';
import { admin } from '../base/words/en/admin/admin.ts';
import { reportCases } from '../base/words/en/admin/reportCases.ts';
import { useFormats } from '../base/words/formats.ts';
import { useWords } from '../base/words/words.ts';
import { type AdminView, adminTabs } from '../features/admin/address/adminState.ts';
import { type AdminAddress, useAdminState } from '../features/admin/address/useAdminState.ts';
import { DashboardView } from '../features/admin/dashboard/DashboardView.tsx';
import { HistoryView } from '../features/admin/history/HistoryView.tsx';
import { MemberDialog } from '../features/admin/members/MemberDialog.tsx';
import { UsersView } from '../features/admin/members/UsersView.tsx';
import { NotificationsView } from '../features/admin/notifications/NotificationsView.tsx';
import { CaseDialog } from '../features/admin/reports/CaseDialog.tsx';
import { ReportsView } from '../features/admin/reports/ReportsView.tsx';
import { useOpenCaseCount, useOpenRequestCount } from '../features/admin/requests/openCounts.ts';
import { SettingsView } from '../features/admin/settings/SettingsView.tsx';
import { VerificationView } from '../features/admin/verification/VerificationView.tsx';

/** At /admin-page (spec §2): tabs, settings, and a member's details above them. */
export default function AdminScreen() {
  const words = useWords(admin);
  const address = useAdminState();
  const { state, change, searchOf } = address;
  useTitle(words.title);
  const goTo = (tab: string) => {
    const view = adminTabs.find((candidate) => candidate === tab);
    if (view !== undefined && mayLeave()) change({ view });
  };
  return (
    <>
      <div className="shell-width pt-8 pb-12 md:pt-12">
        <header className="flex items-center justify-between gap-4">
          <h1 className="text-3xl">{words.title}</h1>
          <Tooltip text={words.settingsTitle}>
            <IconButton asChild label={words.settingsTitle} variant="secondary">
              <Link
                to={{ search: searchOf({ view: 'settings' }) }}
                aria-current={state.view === 'settings' ? 'page' : undefined}
              >
                <Settings aria-hidden="true" />
              </Link>
            </IconButton>
          </Tooltip>
        </header>
        <Tabs value={state.view} onValueChange={goTo} activationMode="manual" className="mt-6">
          <AdminTabs current={state.view} />
          {adminTabs.map((tab) => (
            <TabsContent key={tab} value={tab} className="pt-6 md:pt-8">
              <View view={tab} address={address} />
            </TabsContent>
          ))}
          {state.view === 'settings' && (
            <div className="pt-6 md:pt-8">
              <View view="settings" address={address} />
            </div>
          )}
        </Tabs>
      </div>
      <CaseDialog caseId={state.caseId} onClose={address.closeCase} />
      <MemberDialog username={state.user} onClose={address.closeUser} />
    </>
  );
}

function AdminTabs({ current }: { readonly current: AdminView }) {
  const words = useWords(admin);
  const cases = useWords(reportCases);
  const formats = useFormats();
  const waiting = useOpenRequestCount();
  const openCases = useOpenCaseCount();
  const row = useRef<HTMLDivElement>(null);
  // On phones the row is wider than the screen: the chosen tab scrolls into view, again when a count widens it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts are in the row
  useEffect(() => {
    const tab = row.current?.querySelector(`[data-tab="${current}"]`);
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current, waiting, openCases]);
  return (
    <div
      ref={row}
      className="relative -mx-4 overflow-x-auto px-4 [scrollbar-width:none] md:-mx-1 md:px-1 md:py-1"
    >
      <TabsList aria-label={words.sections} className="w-max auto-cols-max">
        {adminTabs.map((tab) => (
          <TabsTrigger
            key={tab}
            value={tab}
            data-tab={tab}
            className="flex items-center justify-center gap-2 max-sm:px-3.5 md:min-w-32"
          >
            {words.tabs[tab]}
            {tab === 'verification' && (
              <CountBadge count={waiting} label={words.verification.open(formats.number(waiting))} />
            )}
            {tab === 'reports' && (
              <CountBadge count={openCases} label={cases.open(formats.number(openCases))} />
            )}
          </TabsTrigger>
        ))}
      </TabsList>
    </div>
  );
}

function View({ view, address }: { readonly view: AdminView; readonly address: AdminAddress }) {
  switch (view) {
    case 'dashboard':
      return <DashboardView searchOf={address.searchOf} />;
    case 'users':
      return <UsersView address={address} />;
    case 'verification':
      return <VerificationView address={address} />;
    case 'reports':
      return <ReportsView address={address} />;
    case 'notifications':
      return <NotificationsView />;
    case 'history':
      return <HistoryView address={address} />;
    case 'settings':
      return <SettingsView backTo={{ search: address.searchOf({ view: 'dashboard' }) }} />;
    default:
      return view satisfies never;
  }
}
