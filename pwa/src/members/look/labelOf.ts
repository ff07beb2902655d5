/** What a button says of one of several addresses, with the address's end: two may be of the same network. */
export const labelOf = (label: string, address: string): string => `${label} …${address.slice(-4)}`;
