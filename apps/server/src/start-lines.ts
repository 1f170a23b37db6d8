/** A way in that a start of the sandbox hands to whoever started it. */
export interface StartLink {
  readonly name: "Outbox" | "Founders";
  /** What it is for, in one line. */
  readonly what: string;
  /** Secret; [] where anybody may know the way. */
  readonly links: readonly string[];
  /** Private, and holds the links. */
  readonly file: string;
}

const LABEL_LENGTH = "Founders: ".length;

/**
 * Where everything is, as plain lines at the end of a sandbox's start. Links that let their holder in are shown on a
 * terminal alone: elsewhere the output may be kept, copied and collected, so that it names their file.
 */
export function startLines(url: string, links: readonly StartLink[], isTerminal: boolean): string {
  const label = (name: string): string => `${name}:`.padEnd(LABEL_LENGTH);
  const lines = links.flatMap(({ name, what, links: secret, file }) => {
    if (!isTerminal)
      return [`${label(name)}${what}: ${secret.length === 1 ? "the link is" : "links are"} in ${file}`];
    return [`${label(name)}${what}:`, ...secret.map((link) => " ".repeat(LABEL_LENGTH) + link)];
  });
  return ["", `${label("Ready")}${url}`, ...lines, "", ""].join("\n");
}
