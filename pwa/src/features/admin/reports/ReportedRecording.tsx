import { useState } from 'react';
import { reportCases } from '../../../base/words/en/admin/reportCases.ts';
import { useWords } from '../../../base/words/words.ts';

/** Loaded when it is played. */
export function ReportedRecording({ url }: { readonly url: string | null }) {
  const words = useWords(reportCases).content;
  const [broken, setBroken] = useState<string | null>(null);
  if (url === null || url === broken) return <p className="text-muted">{words.noRecording}</p>;
  return (
    // biome-ignore lint/a11y/useMediaCaption: recordings of members have no captions
    <audio
      controls
      preload="none"
      src={url}
      aria-label={words.recording}
      onError={() => setBroken(url)}
      className="w-full"
    />
  );
}
