import type { SessionUser } from '@pmcw/contracts';
import { useEffect, useState } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../base/ui/overlays/Dialog.tsx';
import { images } from '../../base/words/en/media/images.ts';
import { useWords } from '../../base/words/words.ts';
import { type ImageKind, imageKinds } from '../../members/look/imageKinds.ts';
import { ChooseStep } from './ChooseStep.tsx';
import { CropStep } from './CropStep.tsx';
import type { OpenedImage } from './imageFile.ts';
import { useRemoveImage } from './imageMutations.ts';

interface ImageDialogProps {
  readonly kind: ImageKind;
  readonly user: SessionUser;
  readonly onClose: () => void;
  /** A file chosen elsewhere; it can be replaced. */
  readonly file?: File;
  /** Called when the image is saved; the dialog closes then, too. */
  readonly onSent?: () => void;
}

/** Spec §2 "Dashboard". */
export default function ImageDialog({ kind, user, onClose, file, onSent }: ImageDialogProps) {
  const words = useWords(images);
  const [image, setImage] = useState<OpenedImage | null>(null);
  const [given, setGiven] = useState(file);
  useEffect(() => (image === null ? undefined : () => URL.revokeObjectURL(image.url)), [image]);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={words[kind].title} description={words[kind].text} className="sm:max-w-lg">
        {image === null ? (
          <>
            <ChooseStep kind={kind} onImage={setImage} {...(given !== undefined && { file: given })} />
            {user[imageKinds[kind].field] !== null && <RemoveButton kind={kind} onDone={onClose} />}
          </>
        ) : (
          <CropStep
            kind={kind}
            image={image}
            onOther={() => {
              setGiven(undefined);
              setImage(null);
            }}
            onDone={() => {
              onSent?.();
              onClose();
            }}
          />
        )}
      </DialogContent>
    </Dialog>
  );
}

function RemoveButton({ kind, onDone }: { readonly kind: ImageKind; readonly onDone: () => void }) {
  const words = useWords(images)[kind];
  const remove = useRemoveImage(kind);
  return (
    <Button
      variant="danger"
      isPending={remove.isPending}
      onClick={() => remove.mutate(undefined, { onSuccess: onDone })}
    >
      {words.remove}
    </Button>
  );
}
