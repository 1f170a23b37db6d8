/** A link that a sandbox prints at its start. */
export interface StartLink {
  readonly name: "Outbox" | "Founders";
  /** Returns one line that says what the links are for. */
  readonly use: (there: string) => string;
  /** Secret: each link grants access. */
  readonly links: readonly string[];
  /** Private file that contains the links. */
  readonly file: string;
}

const LABEL_LENGTH = "Founders: ".length;

/**
 * @param url undefined for a process that serves no clients
 * @returns the addresses of everything as plain lines for the end of a sandbox's start. Links are printed to a terminal
 * only; elsewhere, where the output may be kept or collected, the file is named.
 */
export function startLines(
  url: string | undefined,
  links: readonly StartLink[],
  isTerminal: boolean,
): string {
  const labeled = (name: string, text: string): string => `${`${name}:`.padEnd(LABEL_LENGTH)}${text}`;
  const lines = links.flatMap(({ name, use, links: secret, file }) => {
    const word = secret.length === 1 ? "link" : "links";
    if (!isTerminal) return [labeled(name, use(`the ${word} in ${file}`))];
    const there = secret.length === 1 ? "this link" : "these links";
    return [labeled(name, `${use(there)}:`), ...secret.map((link) => " ".repeat(LABEL_LENGTH) + link)];
  });
  const ready = url === undefined ? [] : [labeled("Ready", url)];
  return ["", ...ready, ...lines, "", ""].join("\n");
}
