import { limits, startOf } from '@pmcw/contracts';
import {
  keepReceived,
  type ReceivedFile,
  type ReceivedText,
  type ShareRefusal,
  TooMuchWaitingError,
} from '../../device/offline/received.ts';
import { joinedText } from '../../features/install/receivedText.ts';

/** The manifest's share target, and the screen that shows it. */
const path = '/share-target';
const filesMax = 10;
const textNames = ['title', 'text', 'url'] as const;
const nameMax = 255;
/** In bytes. Any site can post a form here, so the size is limited before anything is read. */
const bytesMax = 32 * 1024 * 1024;

class RefusedShareError extends Error {
  override readonly name = 'RefusedShareError';
  readonly reason: ShareRefusal;

  constructor(reason: ShareRefusal) {
    super(`Shared content was refused: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Stores content shared by other apps on the device and redirects to its screen, so that no server sees it before the
 * person chooses a destination. Too much content is refused as a whole. Null for other requests.
 */
export function answerShare(request: Request, origin: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'POST' || url.origin !== origin || url.pathname !== path) return null;
  return keepShared(request).then(
    () => Response.redirect(path, 303),
    (error: unknown) => {
      console.warn('Shared content was not stored on this device', error);
      return Response.redirect(`${path}?refused=${reasonOf(error)}`, 303);
    },
  );
}

function reasonOf(error: unknown): ShareRefusal {
  if (error instanceof RefusedShareError) return error.reason;
  return error instanceof TooMuchWaitingError ? 'waiting' : 'failed';
}

async function keepShared(request: Request): Promise<void> {
  const form = await readForm(request);
  const at = Date.now();
  const values = [...form.values()];
  const files = values.filter((value) => typeof value !== 'string');
  if (files.length > filesMax || values.length > filesMax + textNames.length) {
    throw new RefusedShareError('too-many');
  }
  const text = textOf(form);
  const kept: (ReceivedFile | ReceivedText)[] = await Promise.all(files.map(bytesOf));
  if (text !== '') kept.push({ kind: 'text', text });
  await keepReceived(kept.map((what) => ({ at, what })));
}

function textOf(form: FormData): string {
  const [title = '', text = '', url = ''] = textNames.map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  });
  const joined = joinedText({ title, text, url });
  if (joined.length > limits.draftMax) throw new RefusedShareError('too-long');
  return joined;
}

/** Stops reading at the limit, because the announced length may be missing or wrong. */
async function readForm(request: Request): Promise<FormData> {
  const { headers, body } = request;
  if (Number(headers.get('content-length') ?? 0) > bytesMax) throw new RefusedShareError('too-large');
  const reader = body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > bytesMax) {
      await reader?.cancel();
      throw new RefusedShareError('too-large');
    }
    parts.push(part.value);
  }
  const type = headers.get('content-type') ?? '';
  return new Response(new Blob(parts), { headers: { 'content-type': type } }).formData();
}

const bytesOf = async (file: File): Promise<ReceivedFile> => ({
  kind: 'file',
  name: startOf(file.name, nameMax),
  type: file.type.slice(0, nameMax),
  bytes: await file.arrayBuffer(),
});
