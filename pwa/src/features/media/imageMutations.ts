import { type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchJson } from '../../base/api/client.ts';
import { uploadJson } from '../../base/api/upload.ts';
import { toastError } from '../../base/ui/toastError.ts';
import { toast } from '../../base/ui/toasts.ts';
import { images } from '../../base/words/en/media/images.ts';
import { currentWords } from '../../base/words/words.ts';
import { type ImageKind, imageKinds } from '../../members/look/imageKinds.ts';
import { refreshProfiles } from '../../members/look/profileMutations.ts';
import { sessionQuery } from '../../members/session/sessionQuery.ts';
import { blobToDataUrl, compress } from './compress.ts';
import type { Rendering } from './render.ts';

const path = '/api/user/images';
const imageWords = () => currentWords(images);

/** Nothing was sent. */
class ProcessingError extends Error {
  override readonly name = 'ProcessingError';
}

interface ImageUpload {
  readonly rendering: Rendering;
  readonly signal: AbortSignal;
  readonly onProgress: (share: number) => void;
}

async function pictureOf(rendering: Rendering): Promise<string> {
  try {
    return await blobToDataUrl(await compress(rendering));
  } catch (cause) {
    throw new ProcessingError('The picture could not be made', { cause });
  }
}

function toastFailure(error: unknown): void {
  const { notUploaded, notProcessed, notUpdated } = imageWords();
  if (error instanceof ProcessingError) {
    toast({ title: notUploaded, description: notProcessed, tone: 'danger' });
  } else {
    toastError(notUpdated, error);
  }
}

export function useUploadImage(kind: ImageKind) {
  const show = useShowMember();
  return useMutation({
    mutationFn: async ({ rendering, signal, onProgress }: ImageUpload) => {
      const body = { [imageKinds[kind].field]: await pictureOf(rendering) };
      return uploadJson(path, sessionUserSchema, { method: 'PATCH', body, signal, onProgress });
    },
    onSuccess: (user) => show(user, imageWords()[kind].uploaded),
    onError: (error, { signal }) => {
      if (!signal.aborted) toastFailure(error);
    },
  });
}

export function useRemoveImage(kind: ImageKind) {
  const show = useShowMember();
  return useMutation({
    mutationFn: () =>
      fetchJson(path, sessionUserSchema, { method: 'PATCH', body: { [imageKinds[kind].field]: null } }),
    onSuccess: (user) => show(user, imageWords()[kind].removed),
    onError: toastFailure,
  });
}

function useShowMember() {
  const queryClient = useQueryClient();
  return (user: SessionUser, description: string) => {
    queryClient.setQueryData(sessionQuery.queryKey, user);
    toast({ title: imageWords().updated, description, tone: 'success' });
    refreshProfiles(queryClient);
  };
}
