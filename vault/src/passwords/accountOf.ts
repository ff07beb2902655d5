/** The name under which tries at a member's password are counted, wherever they are made. */
export const accountOf = (userId: number): string => `member ${userId}`;
