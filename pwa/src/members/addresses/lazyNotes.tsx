import { LinkedText } from '../../base/ui/LinkedText.tsx';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';

/** With the code that checks addresses; show them only for texts with `mayHoldAddress`. */

export const AddressedText = lazyExtra(
  async () => ({ default: (await import('./AddressedText.tsx')).AddressedText }),
  LinkedText,
);

export const MessageAddressNotes = lazyExtra(async () => ({
  default: (await import('./TextAddressNotes.tsx')).MessageAddressNotes,
}));

export const BioAddressNotes = lazyExtra(async () => ({
  default: (await import('./TextAddressNotes.tsx')).BioAddressNotes,
}));
