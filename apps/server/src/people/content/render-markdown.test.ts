import { expect, test } from "vitest";
import { renderMarkdown } from "./render-markdown.ts";

test("CONT-01 an article's headings, lists, tables, quotes, code and links render as intended", async () => {
  const html = await renderMarkdown(
    "# One\n\nSome **bold** and `code`.\n\n1. a\n2. b\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n[in](#/pages/service) [out](https://example.org/a?b=1&c=2) [docs](/docs)",
  );
  expect(html).toContain("<h2>One</h2>");
  expect(html).toContain("<strong>bold</strong> and <code>code</code>");
  expect(html).toContain("<td>2</td>");
  expect(html).toContain('<a href="#/pages/service">in</a>');
  expect(html).toContain(
    '<a href="https://example.org/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">out</a>',
  );
  expect(html).toContain('<a href="/docs">docs</a>');
});

/** Active content that rendered HTML must never contain, in any spelling. */
const LIVE =
  /<script|<style|<iframe|<object|<embed|<form|<input|<svg|<math|<base|<link|<meta|\son\w+\s*=|\sstyle=|javascript:|data:|vbscript:/i;

test.each([
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  '<img src=x onerror="alert(1)">',
  "![x](https://evil.example/track.png)",
  "![x](//evil.example/track.png)",
  "![x](/pictures/../../etc/passwd)",
  "![x](data:image/svg+xml;base64,PHN2Zz4=)",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](vbscript:msgbox)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](//evil.example/)",
  "[x](http://evil.example/)",
  '<a href="https://example.org" onclick="alert(1)">x</a>',
  '<a href="#/pages/x&quot; onmouseover=&quot;alert(1)">x</a>',
  '<svg onload="alert(1)"><circle/></svg>',
  '<math><mi xlink:href="javascript:alert(1)">x</mi></math>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name=a><button>x</button></form>',
  '<p style="background:url(https://evil.example)">x</p>',
  "<style>body{background:url(https://evil.example)}</style>",
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  "<!--<img src=x onerror=alert(1)>-->",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '```html"><img src=x onerror=alert(1)>\ncode\n```',
])("CONT-01 %j is inert", async (markdown) => {
  const html = await renderMarkdown(markdown);
  // Escaped text is not markup.
  const markup = [...html.matchAll(/<[^>]*>/g)].join("");
  expect(markup).not.toMatch(LIVE);
  expect(markup).not.toContain("evil.example");
  expect(markup).not.toMatch(/<img/);
});

test("CONT-01 a picture of this site is shown, without any other attribute of its tag", async () => {
  const name = "a".repeat(22);
  const html = await renderMarkdown(
    `<img src="/pictures/${name}" alt="A chart" width=1 onload="x()" class="y">`,
  );
  expect(html).toBe(`<img src="/pictures/${name}" alt="A chart" loading="lazy" />`);
});

test("CONT-08 emphasis is limited in depth and number, so that no text can stall or crash the server", async () => {
  const nested = (times: number) => "*a ".repeat(times) + "a* ".repeat(times);
  const depthOf = (html: string) => html.split("</em>")[0]?.match(/<em>/g)?.length ?? 0;
  expect(depthOf(await renderMarkdown(nested(20)))).toBe(20);
  const deep = await renderMarkdown(nested(300));
  expect(depthOf(deep)).toBe(20);
  expect(deep).toContain("*a *a");
  // The library's own parser overflowed the stack on this.
  expect(await renderMarkdown(`${"*".repeat(5_900)}a${"*".repeat(5_900)}`)).toContain("a");
  const emphasised = (await renderMarkdown("*a* ".repeat(1_200))).match(/<em>/g);
  expect(emphasised).toHaveLength(1_000);
  // The limit on emphasis marks applies to each document separately.
  expect(await renderMarkdown("*a* ~~b~~ **c**")).toBe("<p><em>a</em> <del>b</del> <strong>c</strong></p>");
});
