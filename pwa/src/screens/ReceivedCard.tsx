import type { SessionUser } from '@pmcw/contracts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../base/ui/Button.tsx';
import { IconButton } from '../base/ui/IconButton.tsx';
import { lazyExtra } from '../base/ui/lazyPart.tsx';
import { toast } from '../base/ui/toasts.ts';
import { install } from '../base/words/en/install/install.ts';
import { useWords } from '../base/words/words.ts';
import type { MemberDatabase } from '../device/offline/database.ts';
import type { ConversationKey } from '../device/offline/keys.ts';
import type { Received, ReceivedFile } from '../device/offline/received.ts';
import { appendToDraft, putRecording, voiceTypeOf } from '../features/messages/drafts/intoConversation.ts';
import { ConversationChoice } from '../features/messages/list/ConversationChoice.tsx';
import type { ImageKind } from '../members/look/imageKinds.ts';

const ImageDialog = lazyExtra(() => import('../features/media/ImageDialog.tsx'));

interface ReceivedCardProps {
  readonly received: Received;
  readonly user: SessionUser | null;
  /** Called when it was used or discarded, to remove it from the device. */
  readonly onDone: () => void;
}

export function ReceivedCard({ received: { what }, user, onDone }: ReceivedCardProps) {
  const words = useWords(install).received;
  const put = usePutInto(onDone);
  return (
    <li className="flex flex-col gap-4 rounded-xl border bg-surface p-5">
      <p className="text-xs text-muted">{words.fromOutside}</p>
      <div className="flex items-start justify-between gap-3">
        {what.kind === 'text' ? (
          <p dir="auto" className="max-h-40 min-w-0 overflow-y-auto text-sm break-words whitespace-pre-wrap">
            {what.text}
          </p>
        ) : (
          <FilePreview file={what} />
        )}
        <IconButton label={words.discard} className="-mt-2 -mr-2" onClick={onDone}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
      {user !== null && what.kind === 'text' && (
        <ConversationChoice
          label={words.sendTo}
          onChoose={(db, key) => void put(key, () => appendToDraft(db, key, what.text))}
        />
      )}
      {user !== null && what.kind === 'file' && (
        <FileUses
          file={what}
          user={user}
          onRecording={(db, key) => void put(key, () => putRecording(db, key, what))}
          onDone={onDone}
        />
      )}
    </li>
  );
}

function usePutInto(onDone: () => void) {
  const { failed } = useWords(install).received;
  const navigate = useNavigate();
  return async (conversation: ConversationKey, act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      console.warn('Shared content could not be used', error);
      return void toast({ title: failed.title, description: failed.text, tone: 'danger' });
    }
    onDone();
    await navigate('/messages', { state: { conversation } });
  };
}

function FileUses({
  file,
  user,
  onRecording,
  onDone,
}: {
  readonly file: ReceivedFile;
  readonly user: SessionUser;
  readonly onRecording: (db: MemberDatabase, key: ConversationKey) => void;
  readonly onDone: () => void;
}) {
  const words = useWords(install).received;
  const [kind, setKind] = useState<ImageKind | null>(null);
  if (voiceTypeOf(file.type) !== null) {
    return <ConversationChoice label={words.recordingTo} onChoose={onRecording} />;
  }
  if (!file.type.startsWith('image/')) return <p className="text-sm text-muted">{words.unusable}</p>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => setKind('avatar')}>
        {words.avatar}
      </Button>
      <Button variant="secondary" onClick={() => setKind('background')}>
        {words.background}
      </Button>
      {kind !== null && (
        <ImageDialog
          kind={kind}
          user={user}
          file={fileOf(file)}
          onSent={onDone}
          onClose={() => setKind(null)}
        />
      )}
    </div>
  );
}

const fileOf = ({ name, type, bytes }: ReceivedFile): File => new File([bytes], name, { type });

function FilePreview({ file }: { readonly file: ReceivedFile }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(fileOf(file));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (url === null) return null;
  if (file.type.startsWith('image/')) {
    return <img src={url} alt={file.name} className="max-h-64 min-w-0 rounded-lg object-contain" />;
  }
  // biome-ignore lint/a11y/useMediaCaption: there is no transcript
  if (voiceTypeOf(file.type) !== null) return <audio src={url} controls className="min-w-0 flex-1" />;
  return <bdi className="text-sm font-medium break-all">{file.name}</bdi>;
}
