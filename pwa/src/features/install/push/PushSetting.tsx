import { useEffect, useState } from 'react';
import { sentenceOf } from '../../../base/api/errors.ts';
import { Switch } from '../../../base/ui/Switch.tsx';
import { toast } from '../../../base/ui/toasts.ts';
import { install } from '../../../base/words/en/install/install.ts';
import { useWords } from '../../../base/words/words.ts';
import { type PushState, pushState, showsText, showText, turnOff, turnOn } from './subscription.ts';

export function PushSetting() {
  const words = useWords(install).push;
  const { state, isTextShown, isChanging, change, changeText } = usePush();
  const isOn = state === 'on';
  const canChange = isOn || state === 'off';
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label={words.label}
        hint={state === null || canChange ? words.hint : words.why[state]}
        isOn={isOn}
        disabled={!canChange || isChanging}
        onChange={(next) => void change(next)}
      />
      <Switch
        label={words.textLabel}
        hint={words.textHint}
        isOn={isOn && isTextShown}
        disabled={!isOn || isChanging}
        onChange={(next) => void changeText(next)}
      />
    </div>
  );
}

function usePush() {
  const { failed } = useWords(install).push;
  const [state, setState] = useState<PushState | null>(null);
  const [isTextShown, setTextShown] = useState(showsText);
  const [isChanging, setChanging] = useState(false);
  useEffect(() => {
    pushState().then(setState, () => setState('unsupported'));
  }, []);
  const doing = async (act: () => Promise<void>) => {
    setChanging(true);
    try {
      await act();
    } catch (error) {
      const description = error instanceof DOMException ? failed.service : sentenceOf(error);
      toast({ title: failed.title, description, tone: 'danger' });
      setState(await pushState().catch((): PushState => 'unsupported'));
    }
    setChanging(false);
  };
  return {
    state,
    isTextShown,
    isChanging,
    change: (next: boolean) => doing(async () => setState(await (next ? turnOn() : turnOff()))),
    changeText: (next: boolean) =>
      doing(async () => {
        await showText(next);
        setTextShown(next);
      }),
  };
}
