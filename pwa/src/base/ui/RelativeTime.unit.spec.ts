import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { RelativeTime } from './RelativeTime.tsx';

it('is "recently" for an invalid date (spec §2), and machine-readable otherwise', () => {
  const shown = (at: string) => renderToStaticMarkup(createElement(RelativeTime, { at }));
  expect(shown('some day')).toBe('<span>recently</span>');
  expect(shown('2001-02-03T04:05:06.000Z')).toMatch(
    /^<time dateTime="2001-02-03T04:05:06.000Z".*>Feb 3, 2001</,
  );
});
