/** Where it is noted who has left and of whom this device is not cleared yet (`leaveDevice.ts`). */
export const leavingKey = 'leaving';

/** Whether a tab was closed while its member logged out. */
export function isLeavingUnfinished(): boolean {
  try {
    return localStorage.getItem(leavingKey) !== null;
  } catch {
    return false;
  }
}
