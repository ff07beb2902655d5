import { useStore } from '../../base/storage/store.ts';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';
import { storageTrouble } from './storageTrouble.ts';

/** Most devices never need it. */
const TroubleNotice = lazyExtra(() => import('./TroubleNotice.tsx'));

/** Says that this device does not keep messages as it should, for as long as that is so. */
export function StorageNotice() {
  const trouble = useStore(storageTrouble);
  return trouble === 'none' ? null : <TroubleNotice trouble={trouble} />;
}
