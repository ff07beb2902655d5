import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { ui } from '../words/en/ui.ts';
import { useWords } from '../words/words.ts';
import { IconButton } from './IconButton.tsx';
import { Input } from './Input.tsx';

export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const words = useWords(ui);
  const [isVisible, setVisible] = useState(false);
  return (
    <div className="relative">
      <Input type={isVisible ? 'text' : 'password'} className="pr-12" {...props} />
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
  );
}
