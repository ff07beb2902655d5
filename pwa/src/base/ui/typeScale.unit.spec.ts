import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '..', '..');
/** A font size outside of the scale in `styles.css`. */
const offScale = /text-\[\d*\.?\d+(?:px|r?em)\]|font-size:(?! var\(--text-)[^;]*/g;

it('there is one type scale: no font size is set outside of it', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(tsx|css)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((file) =>
    (readFileSync(path.join(source, file), 'utf8').match(offScale) ?? []).map((size) => `${file}: ${size}`),
  );
  expect(found).toEqual([]);
});
