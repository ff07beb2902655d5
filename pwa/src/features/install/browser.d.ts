/** Parts of the browser for installed apps that TypeScript does not know. */

interface BeforeInstallPromptEvent extends Event {
  /** Asks the person; can be called once. */
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

interface WindowEventMap {
  readonly beforeinstallprompt: BeforeInstallPromptEvent;
}

/** How the app was opened while it was open already. */
interface LaunchParams {
  readonly targetURL?: string;
}

interface Window {
  readonly launchQueue?: { setConsumer(consumer: (params: LaunchParams) => void): void };
}

interface Navigator {
  /** Set by iOS. */
  readonly standalone?: boolean;
}
