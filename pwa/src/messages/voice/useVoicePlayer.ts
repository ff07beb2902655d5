import { useEffect, useState } from 'react';
import { systemClock } from '../../offline/clock.ts';
import { useStore } from '../../ui/store.ts';
import { toast } from '../../ui/toasts.ts';
import { messages } from '../../words/en/messages.ts';
import { currentWords } from '../../words/words.ts';
import { type PlaybackFailure, type PlayerView, Turns, VoicePlayer } from './player.ts';

/** All players of this tab: one of them is heard. */
const turns = new Turns();

/** A player of its own for one voice message, silent once it is off the screen. */
export function useVoicePlayer(): { readonly player: VoicePlayer; readonly view: PlayerView } {
  const [player] = useState(
    () =>
      new VoicePlayer({ openAudio: () => new Audio(), turns, clock: systemClock, onFailure: tellOfFailure }),
  );
  useEffect(() => () => player.release(), [player]);
  return { player, view: useStore(player.view) };
}

function tellOfFailure(failure: PlaybackFailure): void {
  const { audioBroken, playbackFailed } = currentWords(messages).toasts;
  toast({ ...(failure === 'broken' ? audioBroken : playbackFailed), tone: 'danger' });
}
