/** Per character; more are for painting over neighbours. */
export const marksMax = 4;

const combiningMark = '[\\p{Mn}\\p{Me}]\\p{Default_Ignorable_Code_Point}*';
const tooMany = new RegExp(`((?:${combiningMark}){${marksMax}})(?:${combiningMark})+`, 'gu');

/** Drops excess combining marks, so that a text stays on its own lines. */
export const calm = (text: string): string => text.replace(tooMany, '$1');
