import { imageTypes } from '@pmcw/contracts';
import { Camera, CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import { FileDrop } from '../../base/ui/FileDrop.tsx';
import { Spinner } from '../../base/ui/Spinner.tsx';
import { images } from '../../base/words/en/media/images.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import type { ImageKind } from '../../members/look/imageKinds.ts';
import {
  type FileRefusal,
  fileBytesMax,
  fileMegapixelsMax,
  type OpenedImage,
  openImage,
} from './imageFile.ts';

interface ChooseStepProps {
  readonly kind: ImageKind;
  readonly onImage: (image: OpenedImage) => void;
  /** Opened as soon as the step is shown. */
  readonly file?: File;
}

export function ChooseStep({ kind, onImage, file }: ChooseStepProps) {
  const words = useWords(images);
  const { refusal, isOpening, open } = useOpening(onImage);
  const first = useRef(file);
  const openFirst = useRef(open);
  useEffect(() => {
    if (first.current !== undefined) openFirst.current(first.current);
  }, []);
  return (
    <div className="flex flex-col gap-3">
      <FileDrop
        label={words[kind].label}
        hint={words.fits}
        accept={imageTypes.join()}
        disabled={isOpening}
        onFile={open}
        className="py-10"
      />
      <CameraButton kind={kind} onFile={open} />
      <p role="alert" className="flex min-h-5 items-start gap-2 text-sm text-danger">
        {refusal !== null && (
          <>
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <RefusalText refusal={refusal} />
          </>
        )}
        {isOpening && <Spinner label={words.opening} className="mx-auto size-5 text-muted" />}
      </p>
    </div>
  );
}

function RefusalText({ refusal }: { readonly refusal: FileRefusal }) {
  const { refusals } = useWords(images);
  const formats = useFormats();
  if (refusal !== 'large') return refusals[refusal];
  return refusals.large(formats.number(fileBytesMax / 1024 / 1024), formats.number(fileMegapixelsMax));
}

function useOpening(onImage: (image: OpenedImage) => void) {
  const [refusal, setRefusal] = useState<FileRefusal | null>(null);
  const [isOpening, setOpening] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const open = async (file: File) => {
    setRefusal(null);
    setOpening(true);
    const opened = await openImage(file);
    if (isGone.current) {
      if (typeof opened !== 'string') URL.revokeObjectURL(opened.url);
      return;
    }
    setOpening(false);
    if (typeof opened === 'string') setRefusal(opened);
    else onImage(opened);
  };
  return { refusal, isOpening, open: (file: File) => void open(file) };
}

/** Handheld devices: opens the camera directly, the front one for an avatar. */
function CameraButton({ kind, onFile }: { readonly kind: ImageKind; readonly onFile: (file: File) => void }) {
  const words = useWords(images);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="secondary"
        className="hidden pointer-coarse:inline-flex"
        onClick={() => input.current?.click()}
      >
        <Camera aria-hidden="true" />
        {words.camera}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture={kind === 'avatar' ? 'user' : 'environment'}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          target.value = '';
        }}
      />
    </>
  );
}
