import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useSession } from './session.tsx';

it('throws outside of its provider (spec §8)', () => {
  const Somebody = () => useSession().user?.username ?? 'nobody';
  expect(() => renderToStaticMarkup(createElement(Somebody))).toThrow('SessionProvider');
});
