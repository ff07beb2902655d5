import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { Checkbox } from '../../base/ui/Checkbox.tsx';
import { Field } from '../../base/ui/Field.tsx';
import { FileDrop } from '../../base/ui/FileDrop.tsx';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { PasswordField } from '../../base/ui/PasswordField.tsx';
import { RadioList } from '../../base/ui/RadioList.tsx';
import { RetryButton } from '../../base/ui/RetryButton.tsx';
import { SegmentedControl } from '../../base/ui/SegmentedControl.tsx';
import { Select } from '../../base/ui/Select.tsx';
import { Slider } from '../../base/ui/Slider.tsx';
import { Switch } from '../../base/ui/Switch.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../base/ui/Tabs.tsx';
import { TextareaField } from '../../base/ui/TextareaField.tsx';
import { TextField } from '../../base/ui/TextField.tsx';
import { Row, Section } from './Section.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;
const sizes = ['sm', 'md', 'lg'] as const;
const fruits = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear' },
  { value: 'quince', label: 'Quince', isDisabled: true },
] as const;

export function Buttons() {
  return (
    <Section title="Buttons">
      {variants.map((variant) => (
        <Row key={variant}>
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} disabled>
            {variant} disabled
          </Button>
          <Button variant={variant} isPending>
            {variant} busy
          </Button>
        </Row>
      ))}
      <Row>
        {(['ghost', 'secondary', 'primary', 'danger'] as const).map((variant) => (
          <IconButton key={variant} label={`Add, ${variant}`} variant={variant}>
            <Plus aria-hidden="true" />
          </IconButton>
        ))}
        <IconButton label="Remove, small" size="sm" variant="danger">
          <Trash2 aria-hidden="true" />
        </IconButton>
        <IconButton label="Add, disabled" variant="secondary" disabled>
          <Plus aria-hidden="true" />
        </IconButton>
        <RetryButton onRetry={() => undefined}>Retry Loading Messages</RetryButton>
      </Row>
    </Section>
  );
}

/** Empty, filled, refused and disabled. */
export function Fields() {
  const [fruit, setFruit] = useState<'apple' | 'pear' | 'quince' | ''>('');
  return (
    <Section title="Fields">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label="Empty" hint="A hint says what it is for." aside="Optional" placeholder="@name" />
        <TextField label="Filled" defaultValue="Ada Lovelace" />
        <TextField label="Refused" error="Username must be at least 3 characters" defaultValue="ad" />
        <TextField label="Disabled" defaultValue="ada" disabled />
        <PasswordField label="Secret" defaultValue="correct horse" />
        <Field label="Fruit">
          {(control) => (
            <Select
              {...control}
              options={fruits}
              value={fruit}
              onValueChange={setFruit}
              placeholder="Select a fruit"
            />
          )}
        </Field>
        <TextareaField
          label="Several lines"
          error="Bio must not exceed 200 characters."
          rows={4}
          defaultValue="Two lines\nof text"
        />
        <FileDrop label="Picture" hint="JPEG or PNG, 4 MB" accept="image/*" onFile={() => undefined} />
      </div>
      <Checkbox label="A box to tick" hint="With a hint" />
      <Checkbox label="A box that must be ticked" error="You must agree to the terms" />
    </Section>
  );
}

export function Choices() {
  const [isOn, setOn] = useState(true);
  const [value, setValue] = useState(40);
  const [view, setView] = useState<'list' | 'grid' | 'map'>('list');
  return (
    <Section title="Choices">
      <div className="flex max-w-md flex-col gap-4">
        <RadioList
          label="Radio buttons"
          choices={[
            { value: 'list', label: 'List', hint: 'With a hint' },
            { value: 'grid', label: 'Grid' },
          ]}
          value={view}
          onValueChange={setView}
        />
        <Switch label="Switch" hint="Takes effect at once." isOn={isOn} onChange={setOn} />
        <Switch label="Switch, off and disabled" isOn={false} onChange={setOn} disabled />
        <Switch label="Switch, on and disabled" isOn onChange={setOn} disabled />
        <Slider label="Volume" value={value} min={0} max={100} step={1} onValueChange={setValue} />
        <Slider
          label="Volume, disabled"
          value={30}
          min={0}
          max={100}
          step={1}
          onValueChange={setValue}
          disabled
        />
        <SegmentedControl
          label="View"
          segments={[
            { value: 'list', label: 'List' },
            { value: 'grid', label: 'Grid' },
            { value: 'map', label: 'Map' },
          ]}
          value={view}
          onValueChange={setView}
        />
        <Tabs defaultValue="one">
          <TabsList aria-label="Tabs">
            <TabsTrigger value="one">One</TabsTrigger>
            <TabsTrigger value="two">Two</TabsTrigger>
            <TabsTrigger value="three" disabled>
              Disabled
            </TabsTrigger>
          </TabsList>
          <TabsContent value="one" className="pt-3">
            The first panel
          </TabsContent>
          <TabsContent value="two" className="pt-3">
            The second panel
          </TabsContent>
        </Tabs>
      </div>
    </Section>
  );
}
