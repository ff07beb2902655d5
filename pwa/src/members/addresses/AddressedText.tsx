import { LinkedText } from '../../base/ui/LinkedText.tsx';
import { linkify } from '../../base/ui/linkify.ts';
import { findAddresses } from './findAddresses.ts';

/** As `LinkedText`, with addresses in monospace, isolated from the direction of the text around them. */
export function AddressedText({ text }: { readonly text: string }) {
  return linkify(text).map((stretch) =>
    stretch.url === null ? (
      <WithAddresses key={stretch.start} text={stretch.text} />
    ) : (
      <LinkedText key={stretch.start} text={stretch.text} />
    ),
  );
}

function WithAddresses({ text }: { readonly text: string }) {
  const found = findAddresses(text).filter(({ networks }) => networks.length > 0);
  return [
    ...found.map(({ start, end }, i) => [
      text.slice(found[i - 1]?.end ?? 0, start),
      <bdi key={start} dir="ltr" className="font-mono break-all">
        {text.slice(start, end)}
      </bdi>,
    ]),
    text.slice(found.at(-1)?.end ?? 0),
  ];
}
