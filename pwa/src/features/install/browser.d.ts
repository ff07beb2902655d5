/** Browser features for installed apps that TypeScript lacks. */

interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

interface WindowEventMap {
  readonly beforeinstallprompt: BeforeInstallPromptEvent;
}

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
