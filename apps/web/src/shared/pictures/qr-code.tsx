import { useMemo } from "react";
import { encode } from "uqr";

/** Quiet zone required by the QR standard, in modules. */
const QUIET = 4;

interface Props {
  readonly text: string;
  readonly label: string;
  readonly sizePx?: number;
}

/** One path segment per run of dark modules, which needs far fewer elements than squares. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; ) {
      let end = x;
      while (row[end] === true) end++;
      if (end > x) path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end + 1;
    }
  });
  return path;
}

/** A QR code, dark on white in both themes: cameras read other colors unreliably. */
export function QrCode({ text, label, sizePx = 208 }: Props) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: "M", border: 0 });
    return { size: code.size, path: pathOf(code.data) };
  }, [text]);
  const side = size + 2 * QUIET;
  return (
    <svg
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
      width={sizePx}
      height={sizePx}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      style={{ display: "block", maxWidth: "100%", background: "#fff", borderRadius: "var(--r-card)" }}
    >
      <path fill="#0b1220" d={path} />
    </svg>
  );
}
