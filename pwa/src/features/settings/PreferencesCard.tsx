import { Monitor, Moon, Sun } from 'lucide-react';
import { themeChoices } from '../../base/theme/theme.ts';
import { useTheme } from '../../base/theme/useTheme.ts';
import { SegmentedControl } from '../../base/ui/SegmentedControl.tsx';
import { SettingsCard } from '../../base/ui/SettingsCard.tsx';
import { toast } from '../../base/ui/toasts.ts';
import { dashboard } from '../../base/words/en/profiles/dashboard.ts';
import { keepLanguage, type Language, languages } from '../../base/words/languages.ts';
import { showLanguage, useLanguage, useWords } from '../../base/words/words.ts';

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;
const languageChoices = [
  { value: 'en', label: languages.en },
  { value: 'de', label: languages.de },
] as const satisfies readonly { readonly value: Language; readonly label: string }[];

export function PreferencesCard() {
  const words = useWords(dashboard).preferences;
  const language = useLanguage();
  const { choice, choose } = useTheme();
  const speak = (next: Language) =>
    void showLanguage(next).then(
      () => keepLanguage(next),
      () => toast({ title: words.languageFailed, tone: 'danger' }),
    );
  return (
    <SettingsCard title={words.title} description={words.description}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <p className="text-sm font-medium">{words.language}</p>
          <SegmentedControl
            label={words.language}
            segments={languageChoices}
            value={language}
            onValueChange={speak}
          />
        </div>
        <div className="flex flex-col gap-2">
          <p className="text-sm font-medium">{words.theme}</p>
          <SegmentedControl
            label={words.theme}
            segments={themeChoices.map((value) => ({ value, label: words[value], icon: themeIcons[value] }))}
            value={choice}
            onValueChange={choose}
          />
        </div>
      </div>
    </SettingsCard>
  );
}
