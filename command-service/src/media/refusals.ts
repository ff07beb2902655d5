import { ProblemError, texts } from '@pmcw/contracts';

const say = texts.validation;

/** Design "HTTP". */
const refusals = {
  image: {
    type: { code: 'unsupported_media_type', detail: say.imageType },
    lie: { code: 'unsupported_media_type', detail: say.imageLie },
    large: { code: 'too_large', detail: say.imageTooLarge },
    broken: { code: 'invalid_input', detail: say.imageBroken },
  },
  voice: {
    type: { code: 'unsupported_media_type', detail: say.voiceType },
    lie: { code: 'unsupported_media_type', detail: say.voiceLie },
    large: { code: 'too_large', detail: say.voiceTooLarge },
    long: { code: 'too_large', detail: say.voiceTooLong },
    broken: { code: 'invalid_input', detail: say.voiceBroken },
  },
} as const;

export const imageRefusal = (why: keyof typeof refusals.image, path: string): ProblemError =>
  refusal(refusals.image[why], path);

export const voiceRefusal = (why: keyof typeof refusals.voice): ProblemError =>
  refusal(refusals.voice[why], 'voiceUrl');

function refusal(
  {
    code,
    detail,
  }: { readonly code: 'unsupported_media_type' | 'too_large' | 'invalid_input'; detail: string },
  path: string,
): ProblemError {
  return new ProblemError(code, detail, { errors: [{ path, message: detail }] });
}
