import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  /** The selected row; undefined if none. */
  readonly chosen: string | undefined;
  readonly children: ReactNode;
}

/** Detail pane of a list: sticky next to a long list, scrolled into view if it is below the list. */
export function DetailPane({ chosen, children }: Props) {
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

/** Whether the pane is in one column with the list. */
function isBelow(place: HTMLElement): boolean {
  const list = place.previousElementSibling;
  return list !== null && place.getBoundingClientRect().top >= list.getBoundingClientRect().bottom;
}
