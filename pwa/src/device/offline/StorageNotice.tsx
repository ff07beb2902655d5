import { useStore } from '../../base/storage/store.ts';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';
import { storageTrouble } from './storageTrouble.ts';

const TroubleNotice = lazyExtra(() => import('./TroubleNotice.tsx'));

export function StorageNotice() {
  const trouble = useStore(storageTrouble);
  return trouble === 'none' ? null : <TroubleNotice trouble={trouble} />;
}
