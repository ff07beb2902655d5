import { looks, withLetters } from './lookAlikes.ts';

const brands = ['pmcw'];

/** Words that identify staff on their own. */
const titles =
  `admin admins administrator administrators administration administratorin sysadmin superadmin superuser
  moderator moderators moderatorin webmaster administrador administrateur amministratore moderador modérateur
  moderatore администратор админ модератор 管理员 管理員 管理者 版主 客服`.split(/\s+/);

/** Words that identify staff only without others: "Official Support", but not "Supporter of cats" or "Lisa Support". */
const offices =
  `support staff official officials helpdesk moderation mod mods security safety verification verified
  compliance system root operator owner customercare customerservice kundendienst kundenservice mitarbeiter
  offiziell sicherheit soporte поддержка`.split(/\s+/);

/** Words that add nothing to an office or the site's name. */
const companions =
  `team help desk service services customer care center centre account accounts member the your our real true
  original global live online head chief senior lead community manager agent chat group site app bot news network
  foundation labs wallet token coin airdrop giveaway exchange bank hilfe dienst das der die vom`.split(/\s+/);

/** Too short to look for within a word. */
const joints = 'of for from and by at in on to is von und für im am'.split(' ');

const looksLike = (words: readonly string[]): ReadonlySet<string> => new Set(words.map(looks));
const brandLooks = looksLike(brands);
const titleLooks = looksLike(titles);
const officeLooks = looksLike(offices);
const jointLooks = looksLike(joints);
/** The value is whether a word claims something alone. */
const claiming: ReadonlyMap<string, boolean> = new Map([
  ...[...looksLike(companions)].map((word) => [word, false] as const),
  ...[...brandLooks, ...titleLooks, ...officeLooks].map((word) => [word, true] as const),
]);

/** Splits at signs; numbers are no words. */
const wordsOf = (name: string): readonly string[] =>
  name.split(/[^\p{L}\p{M}\p{N}@$!|]+/u).filter((word) => /\p{L}/u.test(word));

/** With and without digits and signs around it: "supp0rt", "support24". */
const looksOf = (word: string): readonly string[] => [
  looks(word),
  looks(word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')),
];

/** Whether a text is a sequence of claiming words. */
function madeOf(text: string): 'office' | 'companions' | null {
  // Whether an office is in the sequence up to an index.
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

/** Single spaced-out letters make one word. */
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

/** Whether a name claims to be staff or the site (docs/decisions/command-service-names.md). */
export function claimsStaff(name: string): boolean {
  const letters = withLetters(name);
  // Case may separate words ("PmcwSupport") or disguise one ("AdmIn").
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
