interface RoomForProps {
  readonly other: string;
  readonly children: string;
}

/** Takes the room of another text too, so that nothing moves when that is shown instead. */
export function RoomFor({ other, children }: RoomForProps) {
  return (
    <span
      data-other={other}
      className="inline-grid *:[grid-area:1/1] after:invisible after:content-[attr(data-other)] after:[grid-area:1/1]"
    >
      <span>{children}</span>
    </span>
  );
}
