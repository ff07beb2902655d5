import { Trash2 } from 'lucide-react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { StoredRecording } from '../../../device/offline/database.ts';
import { useBlob } from './VoiceMessage.tsx';
import { VoicePlayback } from './VoicePlayback.tsx';

export function VoicePreview({
  recording,
  onDiscard,
}: {
  readonly recording: StoredRecording;
  readonly onDiscard: () => void;
}) {
  const { voice } = useWords(messages);
  const blob = useBlob(recording);
  return (
    <fieldset
      aria-label={voice.recorded}
      className="mb-2 flex max-w-96 animate-rise items-center gap-2 rounded-lg border border-line-strong bg-raised py-1.5 pr-1 pl-2"
    >
      <div className="min-w-0 flex-1">
        <VoicePlayback source={blob} seconds={recording.seconds} peaks={recording.peaks} />
      </div>
      <IconButton label={voice.discard} variant="danger" onClick={onDiscard}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </fieldset>
  );
}
