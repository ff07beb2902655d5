import { expect, it } from 'vitest';
import { productModels } from './models.ts';
import { modelNames } from './tables.ts';

it('the models match those that queries know', () => {
  expect(productModels.map((model) => model.name)).toEqual(modelNames);
});
