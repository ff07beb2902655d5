import { describe, expect, it } from 'vitest';
import { Pressure } from './pressure.ts';

const noted = (pressure: Pressure, delayMs: number, looks: number): Pressure => {
  for (let look = 0; look < looks; look += 1) pressure.note(delayMs);
  return pressure;
};

describe('pressure', () => {
  it('stays 0 while work waits shortly, however often', () => {
    expect(noted(new Pressure(3), 60, 1_000).level).toBe(0);
  });

  it('stays 0 for a pause, however long', () => {
    const pressure = new Pressure(3);
    for (let pause = 0; pause < 100; pause += 1) {
      noted(pressure, 60_000, 2);
      pressure.note(0);
    }
    expect(pressure.level).toBe(0);
  });

  it('rises to its highest value while work waits for too long, faster the longer it waits', () => {
    expect(noted(new Pressure(3), 100, 6).level).toBeLessThan(noted(new Pressure(3), 200, 6).level);
    expect(noted(new Pressure(3), 200, 100).level).toBe(3);
    expect(noted(new Pressure(1), 200, 100).level).toBe(1);
  });

  it('falls to 0 within 20 looks, and rises at the first look before that', () => {
    const pressure = noted(new Pressure(3), 500, 100);
    noted(pressure, 0, 10);
    const { level } = pressure;
    pressure.note(500);
    expect(pressure.level).toBeGreaterThan(level);
    expect(noted(pressure, 0, 20).level).toBe(0);
  });
});
