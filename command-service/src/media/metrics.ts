import { Gauge, type Registry } from 'prom-client';
import type { Images } from './images.ts';

export function measureImages(images: Pick<Images, 'waiting'>, registry: Registry | undefined): void {
  if (registry === undefined) return;
  new Gauge({
    name: 'media_queue_depth',
    help: 'Pictures that wait to be looked at and encoded',
    registers: [registry],
    collect() {
      this.set(images.waiting);
    },
  });
}
