import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ManualClock } from '../../../device/offline/forSpecs.ts';
import {
  type AudioOutput,
  mayPlayerMove,
  OnePlaying,
  type PlaybackFailure,
  type PlayerStatus,
  VoicePlayer,
} from './player.ts';

const statuses: readonly PlayerStatus[] = ['paused', 'loading', 'playing', 'failed'];

/** Rows: from. Columns: to, in the order of `statuses`. */
const table = {
  paused: [false, true, false, true],
  loading: [true, false, true, true],
  playing: [true, true, false, true],
  failed: [false, true, false, false],
} as const satisfies Record<PlayerStatus, readonly boolean[]>;

describe('the life of a player', () => {
  it.each(statuses)('moves from %s only as the table allows', (from) => {
    expect(statuses.map((to) => mayPlayerMove(from, to))).toEqual(table[from]);
  });
});

/** A scripted audio element. */
class FakeAudio extends EventTarget implements AudioOutput {
  src = '';
  currentTime = 0;
  playbackRate = 1;
  duration = Number.NaN;
  paused = true;
  refusal: DOMException | null = null;

  async play(): Promise<void> {
    if (this.refusal !== null) throw this.refusal;
    this.paused = false;
  }

  pause(): void {
    this.paused = true;
  }

  load(): void {
    this.paused = true;
  }

  removeAttribute(): void {
    this.src = '';
  }

  tells(event: string): void {
    this.dispatchEvent(new Event(event));
  }
}

let clock: ManualClock;
let turns: OnePlaying;
const onFailure = vi.fn();
const onHeardFrom = vi.fn();
let reason: PlaybackFailure;

beforeEach(() => {
  clock = new ManualClock();
  turns = new OnePlaying();
  onFailure.mockClear();
  onHeardFrom.mockClear();
  reason = 'broken';
});

function newPlayer(): { player: VoicePlayer; audio: FakeAudio } {
  const audio = new FakeAudio();
  const openAudio = () => audio;
  const options = { openAudio, turns, clock, onFailure, onHeardFrom, whyUnreadable: async () => reason };
  return { player: new VoicePlayer(options), audio };
}

function playing(source = '/media/1') {
  const { player, audio } = newPlayer();
  player.toggle(source);
  audio.tells('playing');
  return { player, audio };
}

const statusOf = (player: VoicePlayer) => player.view.get().status;

describe('playing', () => {
  it('loads, plays and pauses at the current position', () => {
    const { player, audio } = newPlayer();
    player.toggle('/media/1');
    expect(audio.src).toBe('/media/1');
    expect(statusOf(player)).toBe('loading');
    audio.tells('playing');
    expect(statusOf(player)).toBe('playing');
    audio.currentTime = 2;
    clock.advance(60);
    player.toggle('/media/1');
    expect(audio.paused).toBe(true);
    expect(player.view.get()).toMatchObject({ status: 'paused', seconds: 2 });
    expect(clock.waiting).toEqual([]);
  });

  it('follows the position', () => {
    const { player, audio } = playing();
    audio.currentTime = 0.06;
    clock.advance(60);
    expect(player.view.get().seconds).toBe(0.06);
    audio.currentTime = 0.12;
    clock.advance(60);
    expect(player.view.get().seconds).toBe(0.12);
  });

  it('returns to the start at the end', () => {
    const { player, audio } = playing();
    audio.currentTime = 7;
    clock.advance(60);
    audio.paused = true;
    audio.tells('pause');
    audio.tells('ended');
    expect(player.view.get()).toMatchObject({ status: 'paused', seconds: 0 });
    expect(audio.currentTime).toBe(0);
  });

  it('takes the length from the sound once known, but never an infinite one', () => {
    const { player, audio } = playing();
    audio.duration = Number.POSITIVE_INFINITY;
    audio.tells('durationchange');
    expect(player.view.get().length).toBeNull();
    audio.duration = 7.5;
    audio.tells('durationchange');
    expect(player.view.get().length).toBe(7.5);
  });

  it('shows that it waits for the sound, and continues', () => {
    const { player, audio } = playing();
    audio.tells('waiting');
    expect(statusOf(player)).toBe('loading');
    audio.tells('playing');
    expect(statusOf(player)).toBe('playing');
  });

  it('pauses when the system does, and ignores late events', () => {
    const { player, audio } = playing();
    audio.paused = true;
    audio.tells('pause');
    expect(statusOf(player)).toBe('paused');
    audio.tells('playing');
    audio.tells('waiting');
    expect(statusOf(player)).toBe('paused');
    player.toggle('/media/1');
    audio.paused = false;
    audio.tells('pause');
    expect(statusOf(player)).toBe('loading');
  });

  it('continues with the local bytes when the message is sent', () => {
    const { player, audio } = newPlayer();
    player.toggle(new Blob(['sound']));
    audio.tells('playing');
    const { src } = audio;
    expect(src).toMatch(/^blob:/);
    player.toggle('/media/1');
    player.toggle('/media/1');
    expect(audio.src).toBe(src);
    player.release();
    expect(audio.src).toBe('');
  });

  it('reports an address once it is heard, and no local bytes', () => {
    const { player, audio } = newPlayer();
    player.toggle('/media/1');
    expect(onHeardFrom).not.toHaveBeenCalled();
    audio.tells('playing');
    expect(onHeardFrom).toHaveBeenCalledExactlyOnceWith('/media/1');
    const here = newPlayer();
    here.player.toggle(new Blob(['sound']));
    here.audio.tells('playing');
    expect(onHeardFrom).toHaveBeenCalledTimes(1);
  });

  it('plays at the chosen rate, also with the next sound', () => {
    const { player, audio } = newPlayer();
    player.setRate(1.5);
    player.toggle('/media/1');
    expect(audio.playbackRate).toBe(1.5);
    player.setRate(2);
    expect(audio.playbackRate).toBe(2);
  });
});

describe('seeking', () => {
  it('moves at once, playing or not', () => {
    const { player, audio } = newPlayer();
    player.seek('/media/1', 4);
    expect(player.view.get()).toMatchObject({ status: 'paused', seconds: 4 });
    expect(audio.currentTime).toBe(4);
    player.toggle('/media/1');
    audio.tells('playing');
    player.seek('/media/1', 9);
    expect(player.view.get()).toMatchObject({ status: 'playing', seconds: 9 });
    expect(audio.currentTime).toBe(9);
  });
});

describe('several players', () => {
  it('take turns', () => {
    const first = playing();
    const second = playing('/media/2');
    expect(statusOf(first.player)).toBe('paused');
    expect(first.audio.paused).toBe(true);
    expect(statusOf(second.player)).toBe('playing');
    first.player.toggle('/media/1');
    expect(statusOf(second.player)).toBe('paused');
  });
});

describe('failures', () => {
  it('of the sound are reported once, and a retry uses the current source', async () => {
    const { player, audio } = newPlayer();
    player.toggle('/media/gone');
    audio.tells('error');
    audio.tells('error');
    await expect.poll(() => statusOf(player)).toBe('failed');
    expect(onFailure).toHaveBeenCalledExactlyOnceWith('broken');
    player.toggle('/media/back');
    expect(audio.src).toBe('/media/back');
    audio.tells('playing');
    expect(statusOf(player)).toBe('playing');
  });

  it('are reported with their reason', async () => {
    reason = 'away';
    const far = newPlayer();
    far.player.toggle('/media/1');
    far.audio.tells('error');
    await expect.poll(() => far.player.view.get().failure).toBe('away');
    expect(onFailure).toHaveBeenCalledExactlyOnceWith('away');
    far.player.toggle('/media/1');
    expect(far.player.view.get()).toMatchObject({ status: 'loading', failure: null });
    reason = 'unplayable';
    const here = newPlayer();
    here.player.toggle(new Blob(['sound']));
    here.audio.tells('error');
    await expect.poll(() => here.player.view.get().failure).toBe('unplayable');
  });

  it('are ignored if the player is released before the reason is known', async () => {
    const { player, audio } = newPlayer();
    player.toggle('/media/1');
    audio.tells('error');
    player.release();
    await Promise.resolve();
    expect(statusOf(player)).toBe('paused');
    expect(onFailure).not.toHaveBeenCalled();
  });

  it('of the browser are reported as such', async () => {
    const { player, audio } = newPlayer();
    audio.refusal = new DOMException('Press first', 'NotAllowedError');
    player.toggle('/media/1');
    await expect.poll(() => statusOf(player)).toBe('failed');
    expect(onFailure).toHaveBeenCalledExactlyOnceWith('refused');
  });

  it.each(['AbortError', 'NotSupportedError'])('do not include the %s of `play`', async (name) => {
    const { player, audio } = newPlayer();
    audio.refusal = new DOMException('No', name);
    player.toggle('/media/1');
    await Promise.resolve();
    await Promise.resolve();
    expect(onFailure).not.toHaveBeenCalled();
    expect(statusOf(player)).toBe('loading');
  });

  it('are ignored once the player is released', () => {
    const { player, audio } = playing();
    player.release();
    audio.tells('error');
    expect(player.view.get()).toEqual({ status: 'paused', seconds: 0, length: null, failure: null });
    expect(onFailure).not.toHaveBeenCalled();
  });
});
