/** Bytes that become text at a time: a call takes only so many arguments. */
const stepBytes = 0x8000;

/**
 * Bytes as a data URL, which is how recordings go to the server (spec §3).
 * @param mediaType with its parameters, "audio/webm;codecs=opus"
 */
export function dataUrlOf(bytes: ArrayBuffer, mediaType: string): string {
  const all = new Uint8Array(bytes);
  let text = '';
  for (let at = 0; at < all.length; at += stepBytes) {
    text += String.fromCharCode(...all.subarray(at, at + stepBytes));
  }
  return `data:${mediaType};base64,${btoa(text)}`;
}
