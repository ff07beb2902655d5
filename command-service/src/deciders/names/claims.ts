import { looks, withLetters } from './lookAlikes.ts';

/** Names of the site. */
const brands = ['pmcw'];

/** Titles that nobody bears by chance: a name with one of these words claims to be the staff. */
const titles =
  `admin admins administrator administrators administration administratorin sysadmin superadmin superuser
  moderator moderators moderatorin webmaster administrador administrateur amministratore moderador modérateur
  moderatore администратор админ модератор 管理员 管理員 管理者 版主 客服`.split(/\s+/);

/** Words that claim it where a name says nothing else: "Official Support", but not "Supporter of cats" or "Lisa Support". */
const offices =
  `support staff official officials helpdesk moderation mod mods security safety verification verified
  compliance system root operator owner customercare customerservice kundendienst kundenservice mitarbeiter
  offiziell sicherheit soporte поддержка`.split(/\s+/);

/** Words that say nothing of who somebody is, beside an office or the name of the site. */
const companions =
  `team help desk service services customer care center centre account accounts member the your our real true
  original global live online head chief senior lead community manager agent chat group site app bot news network
  foundation labs wallet token coin airdrop giveaway exchange bank hilfe dienst das der die vom`.split(/\s+/);

/** Words that only join others; too short to be looked for within a word. */
const joints = 'of for from and by at in on to is von und für im am'.split(' ');

const looksLike = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(looks));
const brandLooks = looksLike(brands);
const titleLooks = looksLike(titles);
const officeLooks = looksLike(offices);
const jointLooks = looksLike(joints);
/** All words that claim something, with whether they do so without others. */
const claiming: ReadonlyMap<string, boolean> = new Map([
  ...[...looksLike(companions)].map((word) => [word, false] as const),
  ...[...brandLooks, ...titleLooks, ...officeLooks].map((word) => [word, true] as const),
]);

/** The words of a name, which signs divide as well. Numbers alone are none. */
const wordsOf = (name: string): readonly string[] =>
  name.split(/[^\p{L}\p{M}\p{N}@$!|]+/u).filter((word) => /\p{L}/u.test(word));

/** How a word looks with the digits and signs around it, and without: "supp0rt" and "support24". */
const looksOf = (word: string): readonly string[] => [
  looks(word),
  looks(word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')),
];

/** Whether a text is nothing but words that claim something, one after the other: 'office' where one of them is no companion. */
function madeOf(text: string): 'office' | 'companions' | null {
  // By how far the text is made of words: whether an office is among them.
  const reached = new Map([[0, false]]);
  for (let at = 0; at < text.length; at += 1) {
    const before = reached.get(at);
    if (before === undefined) continue;
    for (const [word, isOffice] of claiming) {
      if (!text.startsWith(word, at)) continue;
      const end = at + word.length;
      reached.set(end, reached.get(end) === true || before || isOffice);
    }
  }
  const whole = reached.get(text.length);
  if (whole === undefined) return null;
  return whole ? 'office' : 'companions';
}

/** Whether words say nothing but that somebody is the staff or the site. Letters apart from each other are one word. */
function sayNothingElse(words: readonly (readonly string[])[]): boolean {
  const joined = words.map(([whole]) => whole).join('');
  const isSpelled = words.every(([whole = '']) => [...whole].length <= 2);
  const made = (isSpelled ? [[joined]] : words).map((forms) => forms.map(madeOf));
  return (
    made.length > 0 &&
    made.every((each) => each.some((kind) => kind !== null)) &&
    (made.some((each) => each.includes('office')) || madeOf(joined) === 'office')
  );
}

/**
 * Whether a name, or a username, claims to be the staff or the site (docs/decisions/command-service-names.md): it has a title in
 * it, the site's name beside an office, or says nothing but such words, however they are spelled.
 */
export function claimsStaff(name: string): boolean {
  const letters = withLetters(name);
  // Case may divide words, "PmcwSupport", or hide one, "AdmIn".
  return [letters, letters.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')].some((each) => claimedBy(wordsOf(each)));
}

function claimedBy(name: readonly string[]): boolean {
  const words = name.map(looksOf);
  const has = (set: ReadonlySet<string>) => words.some((forms) => forms.some((form) => set.has(form)));
  return (
    has(titleLooks) ||
    (has(brandLooks) && has(officeLooks)) ||
    sayNothingElse(words.filter((forms) => !forms.some((form) => jointLooks.has(form))))
  );
}
