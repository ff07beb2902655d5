/** From Chromium’s MediaRecorder, and small ones made by hand. */

const chromiumAudio = [
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwH/////////FUmpZpkq17GDD0JATYCGQ2hyb21lV0GGQ2hy',
  'b21lFlSua7+uvdeBAXPFh1I9/6ybF66DgQKGhkFfT1BVU2Oik09wdXNIZWFkAQIAAIC7AAAAAADhjbWERzuAAJ+BAmJkgSAfQ7Z1',
  'Af/////////ngQCjtoEAAIAY4VOfSYE9NCZP0YZ2SsKGDDdODfTLbVmKjfYUh/Hp5ws21mO66CqiDC+Xq5mKxsg0hKO6gQA7gBjt',
  'gVBFNPL6Ly7UN/lKyPV/oRb2BDzZ0jQvtIIYi2/3j3Wb1/fDijcNSFVHchEgsWsLH0doUqOxgQCAgBjtgVBFNPL6McyEKDSR72ec',
  'PLP2GE+F/KojDcyESN0NVDB53uzbk8eykvaJYKO3gQC0gBjtgVBFNNp9P/Go0g94tqxN+j7njdLR5iIz13SBC+4cgyngXe9wv1xm',
  'yTAQ7si7VQQpwKOygQDvgBjtfc24npGtWSNSxiJvNWCC3j7iCwWAtPRJzsvZEn2Lu3e/r3VzdoakY7woKb4fQ7Z1Af/////////n',
  'ggE0o7yBAACAGO2BUEU08votj+RBxM+e+ZA7vo3Hbh1ZgdfZ/34TKbGOHw+J72qBgM+hvGA5iXhG8yCAN7b/9oCjvoEANIAY7YFQ',
  'RTTy+mvuSlfNqUWBMhGwqFkoyfandqJ/iyKcUS8jKY7CuhL84o9OYtUp432RBNJkIQrMRnA6o7SBAG+AGO2BUEU08vn2oLn//sQs',
  'vxCV14D7eH8o36/36A9Ohej+SWgfIpZOo+TOEkJ8B9wVo7iBALSAGO1/n0C+/iVzyvq44lRwNj9r+yKiPKOOr3DsUYl0jEjXNfLU',
  'gg2HQVqwYx9YKskg09vXgKO/gQDogBjtf59Avv40f0m4yipehVBamexJ6UV4G8a/eB5MiR/iK/rt94YPtEPhY/yCDgtrsEedQwk+',
  'BjGxAv6Ao7aBASOAGO19zXXcKUQ4QDTyjqR59uy5LtzK53szUcHKZCcvcP3DCpnp1jSbMymm6uQDLOlr5IAfQ7Z1Af/////////n',
  'ggKco72BAACAGO1/n0C+/iUfcE/Xi5R2+ZV9Jg78MEJsMptbIFW4agxPLDN3b8fQiYXuzUCl176yeNW4nFiipk1Eo7OBADSAGO1/',
  'n0BTBh6N+oCU91691M/0YsEdqzZSmnRhXoqgVvXWPVHSKachsQ1shra7C6CjtoEAb4AY7X+fQFK5RasA1c/FG9K/Axra48IvSRMs',
  'NOsdIBjXXYbRrnNHmpr7TaPujxeM16cBjqO4gQC0gBjtf59Avv40f0m47NTM1qVQ3la1MQt1BecQqkXNy/UcTYF9s1B3zByJe+cw',
  'dqWUpKbfZICjwoEA6IAY7X3NddwpRDhANQdMfb457vPpw2rQCA+dUzG1SZnSb+YP/ViqepYgryHzakf51w1VvdQ4tnGifyan1fBq',
  'MKO5gQEjgBjtf59Avv4lH3LQLJvV6S68VD//5xK5wkXutF1Zp6SVPCJjqGeTlqqRCt2jzz/iC/6H//1aH0O2dQH/////////54IE',
  'BKO1gQAAgBjtf59AUwYejfnaerb7Pnffh9XgCN0RSn59rmDg+Zl/ya0Ry0nA2RKXkAKfRah1PRCjtYEANIAY7X+fQFK5RasAttd6',
  'RN++FkkSbr55n455BCk2ilnJldZHFkadmO2XSA8sep0gM63Qo76BAG+AGO1/n0C+/jR/Sbi4VHRwrMol0NYf15gcZOPJ9aI0xP+j',
  'exrD8C4kE0qw3r+jhVcVjbmXKhEiYq7JYKO3gQC0gBjtfc113ClEOEA1qNI4sIlObstSdLdAD2AyQU+bvABqa5AnJ04i5oqw0T8u',
  'eQ9GyBegeA==',
];

const chromiumVideo = [
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwH/////////FUmpZpkq17GDD0JATYCGQ2hyb21lV0GGQ2hy',
  'b21lFlSua/uuuteBAXPFh/J0/bn8aECDgQFV7oEBhoVWX1ZQOOCdsIEQuoEQU8CBAVWwkFWxgQFVuYECVbqBDVW7gQGuvdeBAnPF',
  'h59qnEThuBuDgQKGhkFfT1BVU2Oik09wdXNIZWFkAQIAAIC7AAAAAADhjbWERzuAAJ+BAmJkgSAfQ7Z1Af/////////ngQCg8KGj',
  'gQAAABACAJ0BKhAAEAAABwiFhYiZhIgBJBAAYGsA/v+6/0B1ocimxu6BAaXBkAIAnQEqEAAQAAAHCIWFiJmEiAEkEABgaVwprz0A',
  '/v//k4lfd///KuB//Ez//tgWP//UoP//iav/+lLT//ouAACjtoIAA4AY4VOfSYE9NCZP0YZ2SsKGDDdODfTLbVmKjfYUh/Hp5ws2',
  '1mO66CqiDC+Xq5mKxsg0hKO6ggA+gBjtgVBFNPL6Ly7UN/lKyPV/oRb2BDzZ0jQvtIIYi2/3j3Wb1/fDijcNSFVHchEgsWsLH0do',
  'UqC3oZaBAFkA0QEAABAJIADAAMLBf6AAQAAAdaGZppfugQGlktEBAAAQCSAAwADCwX+gAEAAAPuBAKOxggCDgBjtgVBFNPL6McyE',
  'KDSR72ecPLP2GE+F/KojDcyESN0NVDB53uzbk8eykvaJYKC3oZaBALMA0QEAABAJIADAAMLBf6AAQAAAdaGZppfugQGlktEBAAAQ',
  'CSAAwADCwX+gAEAAAPuBWaO3ggC4gBjtgVBFNNp9P/Go0g94tqxN+j7njdLR5iIz13SBC+4cgyngXe9wv1xmyTAQ7si7VQQpwKOy',
  'ggDygBjtfc24npGtWSNSxiJvNWCC3j7iCwWAtPRJzsvZEn2Lu3e/r3VzdoakY7woKb6gt6GWgQEsANEBAAAQCSAAwADCwX+gAEAA',
  'AHWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABAAAD7gbMfQ7Z1Af/////////nggE3o7yCAACAGO2BUEU08votj+RBxM+e+ZA7vo3H',
  'bh1ZgdfZ/34TKbGOHw+J72qBgM+hvGA5iXhG8yCAN7b/9oCjvoIANIAY7YFQRTTy+mvuSlfNqUWBMhGwqFkoyfandqJ/iyKcUS8j',
  'KY7CuhL84o9OYtUp432RBNJkIQrMRnA6oNShloEATgDRAQAAEAkgAMAAwsF/oABAAAB1obWms+6BAaWu0QEAABAJIADAAYFBf6AC',
  'f4D9sDjfUP3rHOuN//RV/5Nyr/uDfyblSH1ZblEC0PuCASyjtIIAb4AY7YFQRTTy+faguf/+xCy/EJXXgPt4fyjfr/foD06F6P5J',
  'aB8ilk6j5M4SQnwH3BWguqGWgQCoANEBAAAQCSAAwADCwX+gAEAAAHWhm6aZ7oEBpZTRAQAAEAkgAMABgUF/oAAgAKQsgPuCAYWj',
  'uIIAtIAY7X+fQL7+JXPK+rjiVHA2P2v7IqI8o46vcOxRiXSMSNc18tSCDYdBWrBjH1gqySDT29eAo7+CAOiAGO1/n0C+/jR/SbjK',
  'Kl6FUFqZ7EnpRXgbxr94HkyJH+Ir+u33hg+0Q+Fj/IIOC2uwR51DCT4GMbEC/oCguKGWgQEhANEBAAAQCSAAwADCwX+gAEAAAHWh',
  'maaX7oEBpZLRAQAAEAkgAMAAwsF/oABAAAD7ggHfH0O2dQH/////////54ICWqO2ggAAgBjtfc113ClEOEA08o6kefbsuS7cyud7',
  'M1HBymQnL3D9wwqZ6dY0mzMppurkAyzpa+SAo72CAEWAGO1/n0C+/iUfcE/Xi5R2+ZV9Jg78MEJsMptbIFW4agxPLDN3b8fQiYXu',
  'zUCl176yeNW4nFiipk1EoLahlYEAVwCxAQAAEAkgowADCwX+gAEAAHWhmKaW7oEBpZGxAQAAEAkgowADCwX+gAEAAPuCAlijs4IA',
  'eYAY7X+fQFMGHo36gJT3Xr3Uz/RiwR2rNlKadGFeiqBW9dY9UdIppyGxDWyGtrsLoKC4oZaBALEA0QEAABAJIADAAMLBf6AAQAAA',
  'daGZppfugQGlktEBAAAQCSAAwADCwX+gAEAAAPuCArGjtoIAtIAY7X+fQFK5RasA1c/FG9K/Axra48IvSRMsNOsdIBjXXYbRrnNH',
  'mpr7TaPujxeM16cBjqO4ggD5gBjtf59Avv40f0m47NTM1qVQ3la1MQt1BecQqkXNy/UcTYF9s1B3zByJe+cwdqWUpKbfZICguKGW',
  'gQEpANEBAAAQCSAAwADCwX+gAEAAAHWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABAAAD7ggMLo8KCAS2AGO19zXXcKUQ4QDUHTH2+',
  'Oe7z6cNq0AgPnVMxtUmZ0m/mD/1YqnqWIK8h82pH+dcNVb3UOLZxon8mp9XwajCjuYIBaIAY7X+fQL7+JR9y0Cyb1ekuvFQ//+cS',
  'ucJF7rRdWaeklTwiY6hnk5aqkQrdo88/4gv+h//9WqC4oZaBAYQA0QEAABAJIADAAMLBf6AAQAAAdaGZppfugQGlktEBAAAQCSAA',
  'wADCwX+gAEAAAPuCA4MfQ7Z1Af/////////nggQIo7WCAACAGO1/n0BTBh6N+dp6tvs+d9+H1eAI3RFKfn2uYOD5mX/JrRHLScDZ',
  'EpeQAp9FqHU9EKO1ggA0gBjtf59AUrlFqwC213pE374WSRJuvnmfjnkEKTaKWcmV1kcWRp2Y7ZdIDyx6nSAzrdCguKGWgQBNANEB',
  'AAAQCSAAwADCwX+gAEAAAHWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABAAAD7ggPeo76CAG6AGO1/n0C+/jR/Sbi4VHRwrMol0NYf',
  '15gcZOPJ9aI0xP+jexrD8C4kE0qw3r+jhVcVjbmXKhEiYq7JYKC4oZaBAKcA0QEAABAJIADAAMLBf6AAQAAAdaGZppfugQGlktEB',
  'AAAQCSAAwADCwX+gAEAAAPuCBFWjt4IAs4AY7X3NddwpRDhANajSOLCJTm7LUnS3QA9gMkFPm7wAamuQJydOIuaKsNE/LnkPRsgX',
  'oHg=',
];

const fromBase64 = (lines: readonly string[]) => Buffer.from(lines.join(''), 'base64');

/** 1.3 seconds of a tone, streamed WebM with Opus, without lengths in its header or clusters. */
export const webmAudio = fromBase64(chromiumAudio);
/** The same with video. */
export const webmVideo = fromBase64(chromiumVideo);

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** An element of WebM with a size of four bytes. */
export const element = (id: string, ...content: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), u32(0x10000000 + data.length), data]);
};

const noMore: Buffer = Buffer.alloc(0);

/** A WebM recording with one block per cluster, at these seconds. */
export function webm(
  seconds: readonly number[],
  { docType = 'webm', trackType = 2, codec = 'A_OPUS', more = noMore } = {},
): Buffer {
  const block = Buffer.concat([Buffer.from([0x81]), u16(0), Buffer.from([0x80, 0, 0])]);
  return Buffer.concat([
    element('1a45dfa3', element('4282', Buffer.from(docType))),
    // Of unknown size, as streamed.
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element('1549a966', element('2ad7b1', u32(1_000_000)), more),
    element(
      '1654ae6b',
      element('ae', element('83', Buffer.from([trackType])), element('86', Buffer.from(codec))),
    ),
    ...seconds.map((at) => element('1f43b675', element('e7', u32(at * 1000)), element('a3', block))),
  ]);
}

export function oggPage(flags: number, samples: number | bigint, packet: Buffer, serial = 1): Buffer {
  const header = Buffer.alloc(27);
  header.write('OggS', 'latin1');
  header.writeUInt8(flags, 5);
  header.writeBigUInt64LE(BigInt(samples), 6);
  header.writeUInt32LE(serial, 14);
  header.writeUInt8(1, 26);
  return Buffer.concat([header, Buffer.from([packet.length]), packet]);
}

/** First packet of Opus in Ogg, which skips 312 samples. */
export const opusHead = Buffer.from('4f70757348656164010138010000000000000000', 'hex');

/** Opus in Ogg, of a length in seconds. */
export const ogg = (seconds: number): Buffer =>
  Buffer.concat([
    oggPage(2, 0, opusHead),
    oggPage(0, 0xffff_ffff_ffff_ffffn, Buffer.from('OpusTags')),
    oggPage(4, seconds * 48_000 + 312, Buffer.from([1, 2, 3])),
  ]);

export const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(content);
  return Buffer.concat([u32(data.length + 8), Buffer.from(type, 'latin1'), data]);
};

const zeros = (length: number) => Buffer.alloc(length);

/** A track of sound or other media. */
export const track = (milliseconds: number, { handler = 'soun', entry = 'mp4a' } = {}): Buffer =>
  box(
    'trak',
    box(
      'mdia',
      box('mdhd', zeros(12), u32(1000), u32(milliseconds), zeros(4)),
      box('hdlr', zeros(8), Buffer.from(handler), zeros(13)),
      box('minf', box('stbl', box('stsd', zeros(4), u32(1), box(entry, zeros(28))))),
    ),
  );

const fileType = box('ftyp', Buffer.from('M4A isom'));

export const mp4 = (...tracks: readonly Buffer[]): Buffer =>
  Buffer.concat([fileType, box('moov', ...tracks), box('mdat', zeros(100))]);

/** A fragmented MP4 recording, with lengths in milliseconds; the first fragment has them per sample. */
export const fragmentedMp4 = (...fragments: readonly number[]): Buffer =>
  Buffer.concat([
    fileType,
    box('moov', track(0), box('mvex', box('trex', zeros(12), u32(20), zeros(8)))),
    ...fragments.flatMap((milliseconds, n) => [
      box(
        'moof',
        box(
          'traf',
          n === 0 ? box('tfhd', u32(0x20000), u32(1)) : box('tfhd', u32(0x20008), u32(1), u32(milliseconds)),
          n === 0
            ? box('trun', u32(0x101), u32(2), u32(0), u32(milliseconds / 2), u32(milliseconds / 2))
            : box('trun', u32(0x1), u32(1), u32(0)),
        ),
      ),
      box('mdat', zeros(50)),
    ]),
  ]);

export const dataUrl = (bytes: Buffer, type = 'application/octet-stream'): string =>
  `data:${type};base64,${bytes.toString('base64')}`;
