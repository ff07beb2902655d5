/** Spec §1. */
export const userTypes = ['General User', 'Business', 'Charity', 'Crypto Group', 'Crypto Project'] as const;
export type UserType = (typeof userTypes)[number];
