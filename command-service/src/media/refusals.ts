import { ProblemError, texts } from '@pmcw/contracts';

const { validation } = texts;

const refusals = {
  image: {
    type: { code: 'unsupported_media_type', detail: validation.imageType },
    lie: { code: 'unsupported_media_type', detail: validation.imageLie },
    large: { code: 'too_large', detail: validation.imageTooLarge },
    broken: { code: 'invalid_input', detail: validation.imageBroken },
  },
  voice: {
    type: { code: 'unsupported_media_type', detail: validation.voiceType },
    lie: { code: 'unsupported_media_type', detail: validation.voiceLie },
    large: { code: 'too_large', detail: validation.voiceTooLarge },
    long: { code: 'too_large', detail: validation.voiceTooLong },
    broken: { code: 'invalid_input', detail: validation.voiceBroken },
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
