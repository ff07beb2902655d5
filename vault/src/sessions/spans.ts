/** A day, in milliseconds. */
export const dayMs = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used (design "HTTP"). */
export const sessionMs = 30 * dayMs;
/** And this long after it was started, however it is used (OWASP ASVS 5, 7.3.2). */
export const longestSessionMs = 90 * dayMs;
/** Sessions of a member at once. */
export const mostSessions = 50;
/** For how long, and how many of one member, ended sessions can be looked at. */
export const endedMs = 90 * dayMs;
export const mostEnded = 50;
