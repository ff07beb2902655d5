import { describe, expect, it } from 'vitest';
import { Pressure } from './pressure.ts';

const noted = (pressure: Pressure, delayMs: number, looks: number, sinceLastMs = 100): Pressure => {
  for (let look = 0; look < looks; look += 1) pressure.note(delayMs, sinceLastMs);
  return pressure;
};

describe('pressure', () => {
  it('stays 0 while work waits shortly, however often', () => {
    expect(noted(new Pressure(3), 100, 1_000).level).toBe(0);
  });

  it('stays 0 for a pause, however long', () => {
    const pressure = new Pressure(3);
    for (let pause = 0; pause < 100; pause += 1) {
      noted(pressure, 60_000, 1, 60_000);
      noted(pressure, 0, 1);
      noted(pressure, 150, 2);
      noted(pressure, 0, 1);
    }
    expect(pressure.level).toBe(0);
  });

  it('settles where the delay is tolerable', () => {
    const pressure = noted(new Pressure(3), 200, 10);
    const [first, second] = [noted(pressure, 50, 1).level, noted(pressure, 50, 100).level];
    expect(second).toBe(first);
  });

  it('falls at once when the queue is short, and rises again', () => {
    const pressure = noted(new Pressure(3), 200, 10);
    const { level } = pressure;
    expect(noted(pressure, 0, 1).level).toBeLessThan(level - 0.3);
    expect(noted(pressure, 200, 2).level).toBeGreaterThan(level);
  });

  it('rises to its highest value while work waits for too long, faster the longer it waits', () => {
    expect(noted(new Pressure(3), 101, 10).level).toBeLessThan(noted(new Pressure(3), 200, 10).level);
    expect(noted(new Pressure(3), 200, 100).level).toBe(3);
    expect(noted(new Pressure(1), 200, 100).level).toBe(1);
  });

  it('rises as fast when looks are late', () => {
    const [inTime, late] = [noted(new Pressure(3), 500, 10), noted(new Pressure(3), 500, 2, 1_000)];
    expect(late.level).toBeGreaterThanOrEqual(inTime.level / 2);
  });

  it('falls to 0 within 41 looks', () => {
    expect(noted(noted(new Pressure(3), 500, 100), 0, 41).level).toBe(0);
  });
});
