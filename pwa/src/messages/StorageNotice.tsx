import { storageTrouble } from '../offline/storageTrouble.ts';
import { lazyExtra } from '../ui/lazyPart.tsx';
import { useStore } from '../ui/store.ts';

/** Most devices never need it. */
const TroubleNotice = lazyExtra(() => import('./TroubleNotice.tsx'));

/** Says that this device does not keep messages as it should, for as long as that is so. */
export function StorageNotice() {
  const trouble = useStore(storageTrouble);
  return trouble === 'none' ? null : <TroubleNotice trouble={trouble} />;
}
