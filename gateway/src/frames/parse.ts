import { type ClientFrame, clientFrameSchema, ProblemError, parse, texts } from '@pmcw/contracts';

export type ParsedFrame =
  | { readonly frame: ClientFrame }
  | { readonly refusal: ProblemError; readonly id: string | undefined };

/** Characters of an id that is repeated in the refusal. */
const echoedIdMax = 64;

/** Never throws. */
export function parseFrame(bytes: Buffer, isBinary: boolean, bytesMax: number): ParsedFrame {
  if (isBinary) return { refusal: refusalOf(texts.refusals.notJson), id: undefined };
  if (bytes.byteLength > bytesMax) {
    return { refusal: new ProblemError('too_large', texts.refusals.tooLarge), id: undefined };
  }
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    return { refusal: refusalOf(texts.refusals.notJson), id: undefined };
  }
  try {
    return { frame: parse(clientFrameSchema, value) };
  } catch (error) {
    // The input's fault too: deep nesting, for example, can exhaust the stack.
    const refusal = error instanceof ProblemError ? error : refusalOf(texts.refusals.invalidInput);
    return { refusal, id: idOf(value) };
  }
}

function refusalOf(message: string): ProblemError {
  return new ProblemError('invalid_input', message, { errors: [{ path: '', message }] });
}

function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' && value.id.length <= echoedIdMax ? value.id : undefined;
}
