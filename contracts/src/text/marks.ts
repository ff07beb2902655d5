/** Most marks that a character may carry: more are for painting over neighbours. */
export const marksMax = 4;

const mark = '[\\p{Mn}\\p{Me}]\\p{Default_Ignorable_Code_Point}*';
const tooMany = new RegExp(`((?:${mark}){${marksMax}})(?:${mark})+`, 'gu');

/** Text of somebody's as it is painted among other people's: with few enough marks to stay on its own lines. */
export const calm = (text: string): string => text.replace(tooMany, '$1');
