import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../base/storage/store.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import { systemClock } from '../../../device/offline/clock.ts';
import { OnePlaying, type PlaybackFailure, type PlayerView, VoicePlayer } from './player.ts';
import { whyUnreadable } from './whyUnreadable.ts';

const turns = new OnePlaying();

/** Releases the player on unmount. */
export function useVoicePlayer(onHeardFrom: (address: string) => void): {
  readonly player: VoicePlayer;
  readonly view: PlayerView;
} {
  const latest = useRef(onHeardFrom);
  latest.current = onHeardFrom;
  const [player] = useState(
    () =>
      new VoicePlayer({
        openAudio: () => new Audio(),
        turns,
        clock: systemClock,
        whyUnreadable: (source) => whyUnreadable(source, (type) => new Audio().canPlayType(type)),
        onFailure: toastFailure,
        onHeardFrom: (address) => latest.current(address),
      }),
  );
  useEffect(() => () => player.release(), [player]);
  return { player, view: useStore(player.view) };
}

function toastFailure(failure: PlaybackFailure): void {
  const { voice, toasts } = currentWords(messages);
  if (failure === 'away') toast(voice.notHere);
  else if (failure === 'unplayable') toast(voice.unplayable);
  else toast({ ...(failure === 'broken' ? toasts.audioBroken : toasts.playbackFailed), tone: 'danger' });
}
