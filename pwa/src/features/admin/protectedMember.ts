/** The first administrator (spec §4). */
const protectedId = 1;

/** Whether an account can't be suspended or deleted; the server refuses it too. */
export const isProtected = ({ id }: { readonly id: number }): boolean => id === protectedId;
