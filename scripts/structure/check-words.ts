/** Words that CONTRIBUTING.md replaces, each with what to write instead. */
const BANNED: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\banew\b/i, "again, rebuilt"],
  [/\bbesides?\b/i, "next to, in addition to"],
  [/\bbeneath\b/i, "below"],
  [/\bwhoever\b/i, "the caller, users who, anyone who"],
  [/\bnought\b/i, "zero"],
  [/\bunderway\b/i, "in progress"],
  [/\bthereof\b/i, "of it"],
  [/\bstands? in\b/i, "is in, replaces"],
  [/\b(?:is|are|was|were) told\b/i, "receives, is notified"],
  [/\btold of\b/i, "notified of"],
  [/\bfor ever\b/i, "forever"],
  [/\bknows of\b/i, "uses, imports"],
];

/** Comments of a TypeScript or CSS source, line by line. */
const COMMENT = /(?:^|\s)(?:\/\/|\/?\*\*?)(?!\/)(.*)$/;

/** Returns each banned word in the comments of a source, as sentences. */
export function bannedInSource(file: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, at) => {
    const comment = COMMENT.exec(line)?.[1];
    return comment === undefined ? [] : banned(`${file}:${at + 1}`, comment);
  });
}

/** Returns each banned word in a page, except in code spans and fenced code. */
export function bannedInPage(file: string, text: string): readonly string[] {
  let isCode = false;
  return text.split("\n").flatMap((line, at) => {
    if (line.startsWith("```")) isCode = !isCode;
    return isCode ? [] : banned(`${file}:${at + 1}`, line.replaceAll(/`[^`]*`/g, ""));
  });
}

function banned(place: string, text: string): readonly string[] {
  return BANNED.flatMap(([word, instead]) => {
    const found = word.exec(text);
    return found === null ? [] : [`${place}: "${found[0]}": write ${instead}`];
  });
}
