import { texts } from '@pmcw/contracts';
import type { Translated } from './catalogue.ts';

export type Sentences = Translated<Pick<typeof texts, 'validation' | 'refusals' | 'notices' | 'preparing'>>;

interface Tree {
  readonly [key: string]: string | Tree;
}

const percents = Array.from({ length: 101 }, (_, percent) => percent);

/** Maps the contracts' sentences to their translations, for `translated`. */
export function sentenceMap({
  validation,
  refusals,
  notices,
  preparing,
}: Sentences): ReadonlyMap<string, string> {
  return new Map([
    ...percents.map((percent) => [texts.preparing(percent), preparing(percent)] as const),
    ...pairs(texts.validation, validation),
    ...pairs(texts.refusals, refusals),
    ...pairs(texts.notices, notices),
  ]);
}

function pairs(english: Tree, other: Tree): [string, string][] {
  return Object.entries(english).flatMap(([key, sentence]): [string, string][] => {
    const translation = other[key];
    if (typeof sentence === 'string') return typeof translation === 'string' ? [[sentence, translation]] : [];
    return typeof translation === 'object' ? pairs(sentence, translation) : [];
  });
}
