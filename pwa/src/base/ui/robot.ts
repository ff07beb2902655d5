import * as bottts from '@dicebear/bottts';
import { createAvatar } from '@dicebear/core';
import { whenIdle } from './later.ts';

const drawn = new Map<string, string>();
let turn: Promise<unknown> = Promise.resolve();

/** Returns a data URI. Loaded only when a member without an image is shown. */
export function robotUri(username: string): string {
  const seed = username.toLowerCase();
  const uri =
    drawn.get(seed) ?? createAvatar(bottts, { seed, size: 256, scale: 82, translateY: 2 }).toDataUri();
  drawn.set(seed, uri);
  return uri;
}

/** As `robotUri`, one at a time while idle: a page of them at once would freeze a phone. */
export function drawRobot(username: string): Promise<string> {
  if (drawn.has(username.toLowerCase())) return Promise.resolve(robotUri(username));
  const robot = turn.then(() => new Promise<void>(whenIdle)).then(() => robotUri(username));
  turn = robot.catch(() => undefined);
  return robot;
}
