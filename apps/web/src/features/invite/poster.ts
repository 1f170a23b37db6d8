import { encode } from "uqr";

/** Poster size for phones and print, in pixels. */
const POSTER = { width: 720, height: 1040 } as const;
const QR_SIDE = 400;
const QR_TOP = 400;
const MIDDLE = POSTER.width / 2;
const PADDING = 56;
/** Quiet zone required by the QR standard, in modules. */
const QUIET_MODULES = 4;

export interface PosterWords {
  readonly title: string;
  readonly note: string;
  readonly codeLabel: string;
  readonly code: string;
  readonly link: string;
}

type Ink = (context: CanvasRenderingContext2D) => void;

/**
 * Current value of a color token. The QR code itself stays dark on white, because cameras read other colors unreliably.
 */
const colour = (token: string): string => getComputedStyle(document.documentElement).getPropertyValue(token);
const QR_DARK = "#0b1220";
const QR_GROUND = "#ffffff";

/** Breaks text into lines that fit: at spaces, or at any character if there are no spaces. */
export function wrapText(text: string, fits: (line: string) => boolean): readonly string[] {
  const parts = text.includes(" ") ? text.split(/(?<= )/) : Array.from(text);
  const lines: string[] = [];
  let line = "";
  for (const part of parts) {
    if (line !== "" && !fits((line + part).trimEnd())) {
      lines.push(line.trimEnd());
      line = part;
    } else line += part;
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

/** Draws a centered paragraph and returns the y position of the next one. */
function paragraph(
  context: CanvasRenderingContext2D,
  text: string,
  top: number,
  sizePx: number,
  look: { readonly weight: number; readonly tone: string },
): number {
  context.font = `${look.weight} ${sizePx}px ${getComputedStyle(document.body).fontFamily}`;
  context.fillStyle = colour(look.tone);
  const most = POSTER.width - 2 * PADDING;
  const lines = wrapText(text, (line) => context.measureText(line).width <= most);
  const step = Math.round(sizePx * 1.35);
  lines.forEach((line, index) => {
    context.fillText(line, MIDDLE, top + sizePx + index * step);
  });
  return top + lines.length * step;
}

const drawQr =
  (text: string): Ink =>
  (context) => {
    const { size, data } = encode(text, { ecc: "M", border: 0 });
    const module = Math.floor(QR_SIDE / (size + 2 * QUIET_MODULES));
    const side = module * (size + 2 * QUIET_MODULES);
    const left = MIDDLE - side / 2;
    context.fillStyle = QR_GROUND;
    context.beginPath();
    context.roundRect(left, QR_TOP, side, side, 16);
    context.fill();
    context.fillStyle = QR_DARK;
    data.forEach((row, y) => {
      row.forEach((isDark, x) => {
        if (!isDark) return;
        context.fillRect(
          left + (x + QUIET_MODULES) * module,
          QR_TOP + (y + QUIET_MODULES) * module,
          module,
          module,
        );
      });
    });
  };

/** The logo: an open ring closed by a tick. */
const drawMark: Ink = (context) => {
  context.save();
  context.translate(MIDDLE - 42, 64);
  context.scale(3, 3);
  context.lineWidth = 3;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = colour("--c-on-hero");
  context.stroke(new Path2D("M22.6 9.2A10 10 0 1 0 24 14"));
  context.strokeStyle = colour("--c-hero-accent");
  context.stroke(new Path2D("m9.5 13.8 4.2 4.2L24 6.6"));
  context.restore();
};

/** Draws the invitation as a picture: introduction, code, and the link as a QR code. */
export async function drawPoster(words: PosterWords): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = POSTER.width;
  canvas.height = POSTER.height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no canvas");
  context.fillStyle = colour("--c-hero");
  context.fillRect(0, 0, POSTER.width, POSTER.height);
  context.textAlign = "center";
  drawMark(context);
  const below = paragraph(context, words.title, 176, 44, { weight: 600, tone: "--c-on-hero" });
  paragraph(context, words.note, below + 8, 24, { weight: 400, tone: "--c-on-hero-muted" });
  drawQr(words.link)(context);
  const under = paragraph(context, words.codeLabel, QR_TOP + QR_SIDE + 32, 24, {
    weight: 400,
    tone: "--c-on-hero-muted",
  });
  const code = paragraph(context, words.code, under + 4, 44, { weight: 600, tone: "--c-on-hero" });
  paragraph(context, new URL(words.link).host, code + 12, 22, { weight: 400, tone: "--c-on-hero-muted" });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the poster could not be written");
  return blob;
}
