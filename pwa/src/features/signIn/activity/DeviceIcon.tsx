import { Monitor, Smartphone } from 'lucide-react';
import { RoundIcon } from '../../../base/ui/RoundIcon.tsx';

export function DeviceIcon({ system }: { readonly system: string | null }) {
  const isPhone = /^(Android|iP)/.test(system ?? '');
  return <RoundIcon icon={isPhone ? Smartphone : Monitor} className="max-[22rem]:hidden" />;
}
