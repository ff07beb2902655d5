import type { Translation } from '../catalogue.ts';
import { admin } from './admin/admin.ts';
import { bulk } from './admin/bulk.ts';
import { history } from './admin/history.ts';
import { proof } from './admin/proof.ts';
import { reportCases } from './admin/reportCases.ts';
import { timeTravel } from './admin/timeTravel.ts';
import { api } from './api.ts';
import { app } from './app/app.ts';
import { common } from './common.ts';
import { kept } from './device/kept.ts';
import { storage } from './device/storage.ts';
import { directory } from './directory/directory.ts';
import { install } from './install/install.ts';
import { landing } from './landing/landing.ts';
import { images } from './media/images.ts';
import { addresses } from './members/addresses.ts';
import { session } from './members/session.ts';
import { contacts } from './messages/contacts.ts';
import { messages } from './messages/messages.ts';
import { outbox } from './messages/outbox.ts';
import { notifications } from './notifications/notifications.ts';
import { dashboard } from './profiles/dashboard.ts';
import { profiles } from './profiles/profiles.ts';
import { proofCheck } from './proofs/proofCheck.ts';
import { proving } from './proofs/proving.ts';
import { walletProofs } from './proofs/walletProofs.ts';
import { reports } from './reports/reports.ts';
import { legal } from './screens/legal.ts';
import { sentences } from './sentences.ts';
import { shareDialog } from './sharing/shareDialog.ts';
import { sharing } from './sharing/sharing.ts';
import { account } from './signIn/account.ts';
import { activity } from './signIn/activity.ts';
import { auth } from './signIn/auth.ts';
import { openid } from './signIn/openid.ts';
import { signInMethods } from './signIn/signInMethods.ts';
import { walletSignIn } from './signIn/walletSignIn.ts';
import { ui } from './ui.ts';

/** German, as a whole: a file per room, as in English. */
export const german: Translation = {
  words: {
    account,
    activity,
    addresses,
    admin,
    api,
    app,
    auth,
    bulk,
    common,
    dashboard,
    directory,
    history,
    images,
    install,
    kept,
    landing,
    legal,
    messages,
    notifications,
    openid,
    contacts,
    outbox,
    profiles,
    proof,
    proofCheck,
    proving,
    reportCases,
    reports,
    session,
    shareDialog,
    sharing,
    signInMethods,
    storage,
    timeTravel,
    ui,
    walletProofs,
    walletSignIn,
  },
  sentences,
};
