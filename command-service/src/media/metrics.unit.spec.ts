import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { measureImages } from './metrics.ts';

it('measures waiting pictures on each scrape', async () => {
  const registry = new Registry();
  const images = { waiting: 3 };
  measureImages(images, registry);
  expect(await registry.metrics()).toContain('media_queue_depth 3');
  images.waiting = 0;
  expect(await registry.metrics()).toContain('media_queue_depth 0');
});
