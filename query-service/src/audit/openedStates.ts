import type { PastState } from '@pmcw/contracts';
import type { SealedEvents } from './record.ts';

type Value = Exclude<PastState[string], readonly unknown[]>;
type Scalar = Exclude<Value, object>;

const mapped = <From, To>(fields: Readonly<Record<string, From>>, to: (value: From) => To) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, to(value)]));

/** The state with each text in it exchanged. */
function withTexts(state: PastState, exchange: (text: string) => string): PastState {
  const ofScalar = (scalar: Scalar): Scalar => (typeof scalar === 'string' ? exchange(scalar) : scalar);
  const ofValue = (value: Value): Value =>
    typeof value === 'object' && value !== null ? mapped(value, ofScalar) : ofScalar(value);
  return mapped(state, (field) => (Array.isArray(field) ? field.map(ofValue) : ofValue(field)));
}

/** Two states that were folded from sealed events, with what is personal in them opened, in one call. */
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
  // Both are gone through in the same order once more.
  const opened = (await open(texts)).values();
  const exchange = (text: string) => opened.next().value ?? text;
  return [withTexts(one, exchange), withTexts(other, exchange)];
}
