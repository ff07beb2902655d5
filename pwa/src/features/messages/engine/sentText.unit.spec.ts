import { expect, it } from 'vitest';
import { sentText } from './sentText.ts';

it.each([
  ['  if (a) {\n    b();\n  }\n', '  if (a) {\n    b();\n  }'],
  ['\n \n\tcode\n\n\nmore \n ', '\tcode\n\n\nmore'],
  ['hello ', 'hello'],
  [' \n ', ''],
])('sends %j as %j', (text, sent) => {
  expect(sentText(text)).toBe(sent);
});
