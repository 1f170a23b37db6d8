/** A way in that a start of the sandbox hands to whoever started it. */
export interface StartLink {
  readonly name: "Outbox" | "Founders";
  /** What is done with what is there, in one line. */
  readonly use: (there: string) => string;
  /** Secret: each lets its holder in. */
  readonly links: readonly string[];
  /** Private, and holds the links. */
  readonly file: string;
}

const LABEL_LENGTH = "Founders: ".length;

/**
 * Where everything is, as plain lines at the end of a sandbox's start. Links are shown on a terminal alone: elsewhere the
 * output may be kept, copied and collected, so that it names their file.
 */
export function startLines(url: string, links: readonly StartLink[], isTerminal: boolean): string {
  const labeled = (name: string, text: string): string => `${`${name}:`.padEnd(LABEL_LENGTH)}${text}`;
  const lines = links.flatMap(({ name, use, links: secret, file }) => {
    const word = secret.length === 1 ? "link" : "links";
    if (!isTerminal) return [labeled(name, use(`the ${word} in ${file}`))];
    const there = secret.length === 1 ? "this link" : "these links";
    return [labeled(name, `${use(there)}:`), ...secret.map((link) => " ".repeat(LABEL_LENGTH) + link)];
  });
  return ["", labeled("Ready", url), ...lines, "", ""].join("\n");
}
