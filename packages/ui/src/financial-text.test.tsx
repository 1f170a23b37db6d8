import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FinancialText, Percent } from "./financial-text.tsx";
import { createFormats } from "./formats.ts";
import { RelativeTime } from "./relative-time.tsx";
import type { UiEnvironment } from "./ui-context.tsx";
import { ENGLISH_LABELS, UiProvider } from "./ui-context.tsx";

const environment = (tag: string): UiEnvironment => ({
  formats: createFormats(tag),
  labels: { ...ENGLISH_LABELS, hiddenAmount: "hidden" },
  Link: () => null,
  nowMs: () => 1_000_000_000_000,
});

const render = (node: React.ReactNode, tag = "en") =>
  renderToStaticMarkup(<UiProvider value={environment(tag)}>{node}</UiProvider>);

test("WEB-10 the one money component writes figure, quiet decimals and unit", () => {
  expect(render(<FinancialText value="24083.190000" decimals={2} asset="USDT" quiet />)).toBe(
    '<span class="n" translate="no">24,083<span class="frac">.19 USDT</span></span>',
  );
  expect(render(<FinancialText value="24083.19" decimals={2} />, "de")).toBe(
    '<span class="n" translate="no">24.083,19</span>',
  );
});

test("WEB-10 color is never the only sign: the sign is written too", () => {
  expect(render(<FinancialText value="-0.0048" decimals={2} sign="always" toned />)).toBe(
    '<span class="n" translate="no">0.00</span>',
  );
  expect(render(<FinancialText value="-50.00" toned />)).toBe(
    '<span class="n down" translate="no">−50.00</span>',
  );
  expect(render(<Percent value="2.14" />)).toBe('<span translate="no" class="pct n up">+2.14%</span>');
  expect(render(<Percent value={null} />)).toBe('<span translate="no" class="pct n muted">–</span>');
});

test("WEB-10 a hidden amount shows dots and says that it is hidden, and never its digits", () => {
  const html = render(<FinancialText value="24083.19" hidden />);
  expect(html).not.toContain("24");
  expect(html).toContain("hidden");
});

test("WEB-42 ages are computed with the app's clock, not the device's", () => {
  expect(render(<RelativeTime ms={1_000_000_000_000 - 7_200_000} />)).toContain(">2 hours ago</time>");
});
