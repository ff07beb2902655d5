/** Appends the end of the address, because several buttons may be for the same network. */
export const labelOf = (label: string, address: string): string => `${label} …${address.slice(-4)}`;
