import { expect, it } from 'vitest';
import { productModels } from './models.ts';
import { modelNames } from './tables.ts';

it('the models are those that queries know of', () => {
  expect(productModels.map((model) => model.name)).toEqual(modelNames);
});
