import { lazyExtra } from '../../base/ui/lazyPart.tsx';

/** With the menu, which is loaded when it is opened. */
export const ReportItem = lazyExtra(() => import('./ReportItem.tsx'));
/** Its room is reserved. */
export const ReportAddress = lazyExtra(
  () => import('./ReportAddress.tsx'),
  () => <span className="size-9" />,
);
