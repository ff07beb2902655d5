/** For `signInAttempts`. */
export const accountOf = (userId: number): string => `member ${userId}`;
