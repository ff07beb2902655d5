export const dayMs = 24 * 60 * 60 * 1000;
/** Since the last use. */
export const sessionMs = 30 * dayMs;
/** Since the start (OWASP ASVS 5, 7.3.2). */
export const longestSessionMs = 90 * dayMs;
/** Per member. */
export const mostSessions = 50;
/** For the member to see. */
export const endedMs = 90 * dayMs;
export const mostEnded = 50;
