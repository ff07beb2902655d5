/** The first administrator (spec §4). */
const protectedId = 1;

export const isProtected = ({ id }: { readonly id: number }): boolean => id === protectedId;
