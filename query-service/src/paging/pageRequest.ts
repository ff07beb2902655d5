/** Before a position, or from the newest. */
export interface PageRequest {
  readonly before?: string | undefined;
  readonly limit: number;
}
