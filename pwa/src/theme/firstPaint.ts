// The one script that the page waits for: a few hundred bytes of its own, because the policy allows none inline.
import { showChosenTheme } from './theme.ts';

showChosenTheme();
