import { keepReceived, type ReceivedFile } from '../../device/offline/received.ts';
import { joinedText } from '../../features/install/receivedText.ts';

/** The manifest's share target, and the screen that shows it. */
const path = '/share-target';
const filesMax = 10;

/**
 * Stores content shared by other apps on the device and redirects to its screen, so that no server sees it before the
 * person chooses a destination. Null for other requests.
 */
export function answerShare(request: Request, origin: string): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== 'POST' || url.origin !== origin || url.pathname !== path) return null;
  return keepShared(request).then(
    () => Response.redirect(path, 303),
    (error: unknown) => {
      console.error('Shared content could not be stored on this device', error);
      return Response.redirect(`${path}?failed`, 303);
    },
  );
}

async function keepShared(request: Request): Promise<void> {
  const form = await request.formData();
  const at = Date.now();
  const fieldText = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const text = joinedText({ title: fieldText('title'), text: fieldText('text'), url: fieldText('url') });
  const files = form.getAll('files').filter((value) => typeof value !== 'string');
  for (const file of files.slice(0, filesMax)) await keepReceived({ at, what: await bytesOf(file) });
  if (text !== '') await keepReceived({ at, what: { kind: 'text', text } });
}

const bytesOf = async (file: File): Promise<ReceivedFile> => ({
  kind: 'file',
  name: file.name,
  type: file.type,
  bytes: await file.arrayBuffer(),
});
