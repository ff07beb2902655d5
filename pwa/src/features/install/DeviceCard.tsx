import { useStore } from '../../base/storage/store.ts';
import { Button } from '../../base/ui/Button.tsx';
import { SettingsCard } from '../../base/ui/SettingsCard.tsx';
import { install } from '../../base/words/en/install/install.ts';
import { useWords } from '../../base/words/words.ts';
import { installing } from '../../device/installing.ts';
import { InstallByHand } from './InstallCard.tsx';
import { PushSetting } from './push/PushSetting.tsx';

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
            <Button size="sm" variant="secondary" onClick={() => void how.prompt()}>
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
