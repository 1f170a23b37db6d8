import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  /** What was chosen in the list; undefined: nothing. */
  readonly chosen: string | undefined;
  readonly children: ReactNode;
}

/** What a list's choice opens: it stays in sight beside a long list, and comes into sight where it stands below it. */
export function Beside({ chosen, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen !== undefined && place.current !== null && isBelow(place.current))
      place.current.scrollIntoView();
  }, [chosen]);
  return (
    <div ref={place} className="console-beside">
      {children}
    </div>
  );
}

/** In one column with the list. */
function isBelow(place: HTMLElement): boolean {
  const list = place.previousElementSibling;
  return list !== null && place.getBoundingClientRect().top >= list.getBoundingClientRect().bottom;
}
