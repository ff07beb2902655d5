import { StrictMode, startTransition } from 'react';
import { App } from './app/App.tsx';
import { watchTyping } from './base/forms/busy.ts';
import { guardHistory } from './base/forms/leaveWarning.ts';
import { createRoot } from './base/ui/createRoot.ts';
import { closeTopDialogOnBack } from './base/ui/overlays/topDialog.ts';
import { watchInstalling } from './device/installing.ts';
import { watchPressedNotifications } from './features/install/pressedNotifications.ts';
import './base/ui/styles.css';
import { followTheme } from './base/theme/theme.ts';
import { ownLanguage } from './base/words/languages.ts';
import { warmFormats } from './base/words/warmFormats.ts';
import { followLanguage, showLanguage } from './base/words/words.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

warmFormats();
guardHistory(closeTopDialogOnBack);
followTheme();
followLanguage();
watchTyping();
watchInstalling();
watchPressedNotifications();
// A top-level `await` would keep the bundler from merging the common parts into one file.
showLanguage(ownLanguage())
  .catch((error: unknown) => {
    console.warn('The words of the language could not be loaded; the app is in English for now', error);
  })
  .then(() =>
    // Rendered in slices, so that the browser can react to taps in between.
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <App />
        </StrictMode>,
      ),
    ),
  );
