import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Button } from '../../base/ui/Button.tsx';
import { Progress } from '../../base/ui/Progress.tsx';
import { Slider } from '../../base/ui/Slider.tsx';
import { common } from '../../base/words/en/common.ts';
import { images } from '../../base/words/en/media/images.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { type ImageKind, imageKinds } from '../../members/look/imageKinds.ts';
import { type Area, cropSize, placeOf } from './cropSize.ts';
import type { OpenedImage } from './imageFile.ts';
import { useUploadImage } from './imageMutations.ts';

const zooms = { min: 1, max: 4, step: 0.05 } as const;
const keyStep = 0.2;

interface CropStepProps {
  readonly kind: ImageKind;
  readonly image: OpenedImage;
  readonly onOther: () => void;
  readonly onDone: () => void;
}

export function CropStep({ kind, image, onOther, onDone }: CropStepProps) {
  const words = useWords(images);
  const [shown, setShown] = useState<Area | null>(null);
  const [pixels, setPixels] = useState<Area | null>(null);
  const { isPending, share, send, cancel } = useSending(kind, onDone);
  const save = () => {
    if (pixels === null) return;
    const size = cropSize(pixels, imageKinds[kind].longestSide);
    send({ file: image.file, area: pixels, size });
  };
  return (
    <>
      <div className="flex flex-col gap-4" inert={isPending}>
        {image.isAnimated && (
          <p className="rounded-md bg-raised px-3 py-2 text-sm text-muted">{words.animated}</p>
        )}
        <CropArea kind={kind} url={image.url} onShown={setShown} onPixels={setPixels} />
        <Preview kind={kind} url={image.url} area={shown} />
      </div>
      {isPending && <SendingBar share={share} />}
      <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        {isPending ? (
          <CancelButton onCancel={cancel} />
        ) : (
          <Button variant="secondary" onClick={onOther}>
            {words.other}
          </Button>
        )}
        <Button isPending={isPending} disabled={pixels === null} onClick={save}>
          {words.save}
        </Button>
      </div>
    </>
  );
}

/** Sends until it is done, canceled, or the dialog closes. */
function useSending(kind: ImageKind, onDone: () => void) {
  const { mutate, isPending } = useUploadImage(kind);
  const [share, setShare] = useState<number | null>(null);
  const sending = useRef<AbortController | null>(null);
  const cancel = () => sending.current?.abort();
  useEffect(() => () => sending.current?.abort(), []);
  const send = (rendering: Parameters<typeof mutate>[0]['rendering']) => {
    const controller = new AbortController();
    sending.current = controller;
    setShare(null);
    mutate({ rendering, signal: controller.signal, onProgress: setShare }, { onSuccess: onDone });
  };
  return { isPending, share, send, cancel };
}

function CancelButton({ onCancel }: { readonly onCancel: () => void }) {
  const { cancel } = useWords(common);
  return (
    <Button variant="secondary" onClick={onCancel}>
      {cancel}
    </Button>
  );
}

interface CropAreaProps {
  readonly kind: ImageKind;
  readonly url: string;
  readonly onShown: (area: Area) => void;
  readonly onPixels: (area: Area) => void;
}

function CropArea({ kind, url, onShown, onPixels }: CropAreaProps) {
  const words = useWords(images);
  const formats = useFormats();
  const hintId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState<number>(zooms.min);
  const zoomBy = (step: number) => setZoom(Math.min(zooms.max, Math.max(zooms.min, zoom + step)));
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') zoomBy(keyStep);
    if (key === '-') zoomBy(-keyStep);
  };
  const { aspect, shape } = imageKinds[kind];
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the focused crop area inside */}
      <div
        onKeyDown={onKeyDown}
        className="relative h-64 overflow-hidden rounded-lg border bg-canvas max-sm:h-56 [&_.reactEasyCrop_CropArea:focus-visible]:outline-2 [&_.reactEasyCrop_CropArea:focus-visible]:outline-ring"
      >
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={zooms.min}
          maxZoom={zooms.max}
          aspect={aspect}
          cropShape={shape}
          showGrid={shape === 'rect'}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(percent, pixels) => {
            onShown(percent);
            onPixels(pixels);
          }}
          cropperProps={{ role: 'group', 'aria-label': words.cropArea, 'aria-describedby': hintId }}
          mediaProps={{ alt: '' }}
        />
      </div>
      <p id={hintId} className="-mt-1.5 text-xs text-faint">
        {words.cropHint}
      </p>
      <div className="flex items-center gap-4">
        <span aria-hidden="true" className="text-sm font-medium">
          {words.zoom}
        </span>
        <Slider
          label={words.zoom}
          value={zoom}
          {...zooms}
          onValueChange={setZoom}
          valueText={formats.percent(zoom)}
        />
      </div>
    </>
  );
}

interface PreviewProps {
  readonly kind: ImageKind;
  readonly url: string;
  /** Null until the picture is loaded. */
  readonly area: Area | null;
}

function Preview({ kind, url, area }: PreviewProps) {
  const words = useWords(images);
  const frames = kind === 'avatar' ? ['size-20', 'size-11', 'size-8'] : ['aspect-[3/1] w-full max-w-60'];
  return (
    <div className="flex items-center gap-4">
      <span className="text-sm font-medium">{words.preview}</span>
      {frames.map((frame) => (
        <span
          key={frame}
          aria-hidden="true"
          className={clsx(
            'relative block shrink-0 overflow-hidden bg-raised',
            kind === 'avatar' ? 'rounded-full' : 'min-w-0 flex-1 rounded-md',
            frame,
          )}
        >
          {area !== null && <img src={url} alt="" className="absolute max-w-none" style={placeOf(area)} />}
        </span>
      ))}
    </div>
  );
}

/** Upload progress: preparing, then the share sent, then waiting for the server. */
function SendingBar({ share }: { readonly share: number | null }) {
  const words = useWords(images);
  const formats = useFormats();
  const text =
    share === null ? words.preparing : share < 1 ? words.sending(formats.percent(share)) : words.sent;
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-sm text-muted">
        {text}
      </p>
      <Progress label={text} value={share} />
    </div>
  );
}
