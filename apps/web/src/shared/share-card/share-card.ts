/** Size of the picture, in pixels: a portrait that messengers show whole. */
const CARD = { width: 1080, height: 1350 } as const;
const PADDING = 88;
const LINE_GAP = 88;
const BRAND = "Candor";

export interface CardWords {
  /** Whether the numbers are good or bad news; null if neither. */
  readonly tone: "up" | "down" | null;
  readonly product: string;
  readonly market: string;
  /** "Long 20×" */
  readonly side: string;
  readonly isLong: boolean;
  readonly state: string;
  readonly roeLabel: string;
  readonly roe: string;
  readonly lines: readonly { readonly label: string; readonly value: string }[];
  readonly time: string;
  /** Marks play money; null with real money. */
  readonly sandbox: string | null;
}

interface TextStyle {
  readonly sizePx: number;
  readonly weight: 400 | 500 | 600;
  readonly color: string;
  readonly align?: "left" | "right";
  readonly indentPx?: number;
}

/**
 * The card is always dark, like the app's main panels, so it takes its colors from the night theme with the user's
 * choice of up and down.
 */
function nightColors(): {
  readonly of: (token: string) => string;
  readonly font: string;
  readonly end: () => void;
} {
  const probe = document.createElement("span");
  probe.dataset["theme"] = "night";
  const pair = document.documentElement.dataset["updown"];
  if (pair !== undefined) probe.dataset["updown"] = pair;
  document.body.append(probe);
  const style = getComputedStyle(probe);
  return {
    of: (token) => style.getPropertyValue(token).trim(),
    font: getComputedStyle(document.body).fontFamily,
    end: () => probe.remove(),
  };
}

/** Draws the card. Long texts become narrower, never cut. */
export async function drawShareCard(words: CardWords): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = CARD.width;
  canvas.height = CARD.height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("this browser draws no canvas");
  const colors = nightColors();
  try {
    paint(context, words, colors.of, colors.font);
  } finally {
    colors.end();
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the card could not be written");
  return blob;
}

function paint(
  context: CanvasRenderingContext2D,
  words: CardWords,
  color: (token: string) => string,
  font: string,
): void {
  const text = (value: string, y: number, style: TextStyle): void => {
    const isRight = style.align === "right";
    context.font = `${style.weight} ${style.sizePx}px ${font}`;
    context.fillStyle = style.color;
    context.textAlign = isRight ? "right" : "left";
    context.fillText(
      value,
      isRight ? CARD.width - PADDING : PADDING + (style.indentPx ?? 0),
      y,
      CARD.width - 2 * PADDING,
    );
  };
  const ink = color("--c-on-hero");
  const muted = color("--c-on-hero-muted");
  const ground = context.createLinearGradient(0, 0, CARD.width, CARD.height);
  ground.addColorStop(0.38, color("--c-hero"));
  ground.addColorStop(1, color("--c-hero-2"));
  context.fillStyle = ground;
  context.fillRect(0, 0, CARD.width, CARD.height);
  drawMark(context, ink, color("--c-hero-accent"));
  context.textBaseline = "alphabetic";
  text(BRAND, 158, { sizePx: 60, weight: 600, color: ink, indentPx: 104 });
  text(words.product, 158, { sizePx: 44, weight: 400, color: muted, align: "right" });
  text(words.market, 330, { sizePx: 76, weight: 600, color: ink });
  text(words.side, 406, {
    sizePx: 44,
    weight: 500,
    color: color(words.isLong ? "--c-up-text" : "--c-down-text"),
  });
  text(words.state, 406, { sizePx: 44, weight: 400, color: muted, align: "right" });
  const tone = words.tone === null ? ink : color(`--c-${words.tone}-text`);
  text(words.roeLabel, 532, { sizePx: 40, weight: 400, color: muted });
  text(words.roe, 680, { sizePx: 148, weight: 600, color: tone });
  words.lines.forEach(({ label, value }, index) => {
    const y = 840 + index * LINE_GAP;
    text(label, y, { sizePx: 40, weight: 400, color: muted });
    text(value, y, { sizePx: 44, weight: 500, color: ink, align: "right" });
  });
  context.fillStyle = color("--c-hero-line");
  context.fillRect(PADDING, 1168, CARD.width - 2 * PADDING, 2);
  text(words.time, 1238, { sizePx: 36, weight: 400, color: muted });
  if (words.sandbox !== null)
    text(words.sandbox, 1238, { sizePx: 36, weight: 500, color: color("--c-warn-text"), align: "right" });
}

/** The logo and its name. */
function drawMark(context: CanvasRenderingContext2D, ink: string, accent: string): void {
  context.save();
  context.translate(PADDING - 12, 88);
  context.scale(3.4, 3.4);
  context.lineWidth = 3;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.strokeStyle = ink;
  context.stroke(new Path2D("M22.6 9.2A10 10 0 1 0 24 14"));
  context.strokeStyle = accent;
  context.stroke(new Path2D("m9.5 13.8 4.2 4.2L24 6.6"));
  context.restore();
}
