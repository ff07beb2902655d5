import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './IconButton.tsx';
import { Input } from './Input.tsx';

/** A password field whose text can be looked at. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="relative">
      <Input type={isVisible ? 'text' : 'password'} className="pr-12" {...props} />
      <IconButton
        label={isVisible ? 'Hide password' : 'Show password'}
        aria-pressed={isVisible}
        size="sm"
        className="absolute top-1/2 right-1.5 -translate-y-1/2"
        onClick={() => setVisible(!isVisible)}
      >
        {isVisible ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
