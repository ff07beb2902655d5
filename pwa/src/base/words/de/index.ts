import type { Translation } from '../catalogue.ts';
import { account } from './account.ts';
import { activity } from './activity.ts';
import { admin } from './admin.ts';
import { api } from './api.ts';
import { app } from './app.ts';
import { auth } from './auth.ts';
import { common } from './common.ts';
import { dashboard } from './dashboard.ts';
import { directory } from './directory.ts';
import { history } from './history.ts';
import { images } from './images.ts';
import { install } from './install.ts';
import { kept } from './kept.ts';
import { landing } from './landing.ts';
import { legal } from './legal.ts';
import { messages } from './messages.ts';
import { notifications } from './notifications.ts';
import { openid } from './openid.ts';
import { outbox } from './outbox.ts';
import { profiles } from './profiles.ts';
import { proof } from './proof.ts';
import { proofCheck } from './proofCheck.ts';
import { proving } from './proving.ts';
import { sentences } from './sentences.ts';
import { session } from './session.ts';
import { shareDialog } from './shareDialog.ts';
import { sharing } from './sharing.ts';
import { signInMethods } from './signInMethods.ts';
import { storage } from './storage.ts';
import { timeTravel } from './timeTravel.ts';
import { ui } from './ui.ts';
import { walletProofs } from './walletProofs.ts';
import { walletSignIn } from './walletSignIn.ts';

/** German, as a whole: a file per room, as in English. */
export const german: Translation = {
  words: {
    account,
    activity,
    admin,
    api,
    app,
    auth,
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
    outbox,
    profiles,
    proof,
    proofCheck,
    proving,
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
