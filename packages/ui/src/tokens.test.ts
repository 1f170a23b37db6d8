import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
type Tokens = Readonly<Record<string, string>>;
type Rgb = readonly [number, number, number];

/** Returns the tokens of a rule, by its selector. */
function rule(selector: string): Tokens {
  const start = css.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThanOrEqual(0);
  const body = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...body.matchAll(/(--c-[\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]),
  );
}

const LIGHT = rule('[data-theme="light"]');
const NIGHT = { ...LIGHT, ...rule('[data-theme="night"]') };
const LOOKS: Readonly<Record<string, Tokens>> = {
  light: LIGHT,
  night: NIGHT,
  "light, red up": { ...LIGHT, ...rule('\n[data-updown="red"]') },
  "night, red up": { ...NIGHT, ...rule('[data-theme="night"][data-updown="red"]') },
  "light, blue up": { ...LIGHT, ...rule('\n[data-updown="blue"]') },
  "night, blue up": { ...NIGHT, ...rule('[data-theme="night"][data-updown="blue"]') },
};

const linear = (value: number): number =>
  value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const rgbOf = (tokens: Tokens, name: string): Rgb => {
  const color = tokens[name] ?? "";
  return [1, 3, 5].map((at) => linear(Number.parseInt(color.slice(at, at + 2), 16) / 255)) as unknown as Rgb;
};
const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;
function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test.each(Object.entries(LOOKS))(
  "WEB-136 up, down and cautions are readable on every background, and graphics visible: %s",
  (_look, tokens) => {
    const of = (name: string) => rgbOf(tokens, `--c-${name}`);
    for (const tone of ["up", "down"]) {
      for (const ground of ["page", "surface", "sunken", `${tone}-soft`])
        expect(contrast(of(`${tone}-text`), of(ground)), `${tone} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(`on-${tone}`), of(`${tone}-fill`)), `on ${tone}`).toBeGreaterThanOrEqual(4.5);
      expect(contrast(of(tone), of("surface")), `graphics ${tone}`).toBeGreaterThanOrEqual(2.9);
    }
  },
);

/** Color vision of dichromats: Machado, Oliveira and Fernandes 2009, severity 1, on linear light. */
const SIGHTS: Readonly<Record<string, readonly Rgb[]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(sight: readonly Rgb[], color: Rgb): Rgb {
  return sight.map((row) =>
    Math.min(1, Math.max(0, row[0] * color[0] + row[1] * color[1] + row[2] * color[2])),
  ) as unknown as Rgb;
}

/** CIE 1976 Lab, in which distances approximate perceived differences. */
function lab([r, g, b]: Rgb): Rgb {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(luminance([r, g, b]));
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: Rgb, b: Rgb): number =>
  Math.hypot(...lab(a).map((value, at) => value - (lab(b)[at] ?? 0)));

test.each(["light, blue up", "night, blue up"])(
  "WEB-136 color-blind people can distinguish up from down, with any deficiency: %s",
  (look) => {
    const tokens = LOOKS[look] ?? {};
    for (const [sight, matrix] of Object.entries(SIGHTS))
      for (const kind of ["", "-text", "-fill"]) {
        const [up, down] = ["up", "down"].map((tone) =>
          seen(matrix, rgbOf(tokens, `--c-${tone}${kind}`)),
        ) as [Rgb, Rgb];
        expect(distance(up, down), `${sight} ${kind}`).toBeGreaterThan(40);
      }
  },
);
