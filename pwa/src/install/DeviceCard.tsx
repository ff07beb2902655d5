import { SettingsCard } from '../profiles/SettingsCard.tsx';
import { PushSetting } from '../push/PushSetting.tsx';
import { Button } from '../ui/Button.tsx';
import { useStore } from '../ui/store.ts';
import { install } from '../words/en/install.ts';
import { useWords } from '../words/words.ts';
import { InstallByHand } from './InstallCard.tsx';
import { installing } from './installing.ts';

/** What the app may do on this device: tell of messages, and be installed. */
export function DeviceCard() {
  const words = useWords(install);
  const how = useStore(installing);
  return (
    <SettingsCard title={words.device.title} description={words.device.description}>
      <PushSetting />
      {how.kind !== 'no' && (
        <div className="mt-5 flex flex-col items-start gap-2 border-t pt-5">
          <p className="text-sm font-medium">{words.title}</p>
          <p className="text-sm text-muted">{words.text}</p>
          {how.kind === 'ask' ? (
            <Button size="sm" variant="secondary" onClick={() => void how.ask()}>
              {words.install}
            </Button>
          ) : (
            <InstallByHand />
          )}
        </div>
      )}
    </SettingsCard>
  );
}
