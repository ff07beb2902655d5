import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { ui } from '../words/en/ui.ts';
import { useWords } from '../words/words.ts';
import { Field } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { Input } from './Input.tsx';

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  readonly label: string;
  readonly error?: string | undefined;
}

export function PasswordField({ label, error, ...input }: PasswordFieldProps) {
  const words = useWords(ui);
  const [isVisible, setVisible] = useState(false);
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className="relative">
          <Input type={isVisible ? 'text' : 'password'} className="pr-12" {...control} {...input} />
          <IconButton
            label={isVisible ? words.hidePassword : words.showPassword}
            aria-pressed={isVisible}
            size="sm"
            className="absolute top-1/2 right-1.5 -translate-y-1/2"
            onClick={() => setVisible(!isVisible)}
          >
            {isVisible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
