/** Limited by the number of arguments of a call. */
const stepBytes = 0x8000;

/**
 * Recordings go to the server in this form (spec §3).
 * @param mediaType with its parameters, "audio/webm;codecs=opus"
 */
export function bytesToDataUrl(bytes: ArrayBuffer, mediaType: string): string {
  const all = new Uint8Array(bytes);
  let text = '';
  for (let at = 0; at < all.length; at += stepBytes) {
    text += String.fromCharCode(...all.subarray(at, at + stepBytes));
  }
  return `data:${mediaType};base64,${btoa(text)}`;
}
