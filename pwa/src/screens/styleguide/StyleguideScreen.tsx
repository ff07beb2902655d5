import { themeChoices } from '../../base/theme/theme.ts';
import { useTheme } from '../../base/theme/useTheme.ts';
import { SegmentedControl } from '../../base/ui/SegmentedControl.tsx';
import { useTitle } from '../../base/ui/useTitle.ts';
import { Buttons, Choices, Fields } from './Controls.tsx';
import { Faces, Facts, Lists, Waiting } from './Display.tsx';
import { Layers, Passing } from './Layers.tsx';

/** At /styleguide, in development only. */
export default function StyleguideScreen() {
  useTitle('Styleguide');
  const { choice, choose } = useTheme();
  return (
    <div className="shell-width flex flex-col gap-12 pt-8 pb-16">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Styleguide</h1>
        <SegmentedControl
          label="Theme"
          segments={themeChoices.map((value) => ({ value, label: value }))}
          value={choice}
          onValueChange={choose}
        />
      </header>
      <Buttons />
      <Fields />
      <Choices />
      <Facts />
      <Faces />
      <Lists />
      <Waiting />
      <Layers />
      <Passing />
    </div>
  );
}
