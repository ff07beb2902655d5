/** In both vault and log, so that neither is used with another's (docs/decisions/instance.md). */
export interface Instance {
  /** `isConfirmed` is whether the log was seen to have it; a restored vault must check again. */
  find(): Promise<{ readonly id: string; readonly isConfirmed: boolean }>;
  confirm(id: string): Promise<void>;
}
