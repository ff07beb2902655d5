import type { PastState } from '@pmcw/contracts';
import type { SealedEvents } from './record.ts';

type Value = Exclude<PastState[string], readonly unknown[]>;
type Scalar = Exclude<Value, object>;

const mapped = <From, To>(fields: Readonly<Record<string, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, to(value)]));

function withTexts(state: PastState, exchange: (text: string) => string): PastState {
  const ofScalar = (scalar: Scalar): Scalar => (typeof scalar === 'string' ? exchange(scalar) : scalar);
  const ofValue = (value: Value): Value =>
    typeof value === 'object' && value !== null ? mapped(value, ofScalar) : ofScalar(value);
  return mapped(state, (field) => (Array.isArray(field) ? field.map(ofValue) : ofValue(field)));
}

/** Opens the personal texts of two states in one call. */
export async function openedStates(
  [one, other]: readonly [PastState, PastState],
  open: SealedEvents['open'],
): Promise<[PastState, PastState]> {
  const texts: string[] = [];
  const collect = (text: string) => {
    texts.push(text);
    return text;
  };
  withTexts(one, collect);
  withTexts(other, collect);
  // In the same order as they were collected.
  const opened = (await open(texts)).values();
  const exchange = (text: string) => opened.next().value ?? text;
  return [withTexts(one, exchange), withTexts(other, exchange)];
}
