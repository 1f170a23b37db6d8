import { createHash } from "node:crypto";
import { LANGUAGES } from "@candor/domain/enumerations";
import { Rejected } from "@candor/wire/rejection";
import { z } from "zod";
import type { AuditFacts } from "../../kit/durable/audit-log.ts";
import { contentInput, itemText, publishInput } from "../../people/content/content-input.ts";
import type { Item, ItemContent } from "../../people/content/content-item.ts";
import { type Content, ContentProblem } from "../../people/content/content-service.ts";
import { renderMarkdown } from "../../people/content/render-markdown.ts";
import { UPLOAD_LIMITS } from "../../people/uploads/upload-limits.ts";
import { Refusal, type Row } from "../protocol/operator-messages.ts";
import { sentenceOfIssue } from "../protocol/sentences.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

/** Same form as ids on the wire. */
const ITEM_ID = /^[0-9A-Za-z_-]{1,40}$/;
const FINGERPRINT_CHARACTERS = 16;

const previewInput = z.strictObject({ body: itemText.shape.body });
const pictureInput = z.strictObject({
  base64: z.base64().max(Math.ceil(UPLOAD_LIMITS.fileBytes / 3) * 4),
});

type Ports = Pick<OperatorPorts, "content" | "pictures">;

/** Commands for editors' content: articles, announcements and adverts in all languages. */
export function contentCommands({ content, pictures }: Ports) {
  return {
    "content list": {
      kind: "read",
      read: () => ({ note: "", rows: content.all().map(rowOf) }),
    },
    "content show": {
      kind: "read",
      read: ({ target }) => {
        const item = content.item(target);
        return item === undefined
          ? new Refusal(`There is no ${target}.`)
          : { note: "", rows: textRows(item), data: item };
      },
    },
    "content preview": {
      kind: "read",
      read: async ({ input }) => {
        const read = previewInput.safeParse(input);
        if (!read.success) return problemOf(read.error);
        return { note: "", rows: [], data: { html: await renderMarkdown(read.data.body) } };
      },
    },
    "content save": {
      kind: "act",
      plan: ({ target, input }) => {
        if (!ITEM_ID.test(target)) return new Refusal("An id has up to 40 letters, digits, - and _.");
        const read = contentInput.safeParse(input);
        if (!read.success) return problemOf(read.error);
        const wanted = () => content.withInput(target, read.data);
        return planned(content, target, wanted, "was saved as a draft");
      },
    },
    "content publish": {
      kind: "act",
      plan: ({ target, input }) => {
        const read = publishInput.safeParse(input ?? {});
        if (!read.success) return problemOf(read.error);
        return planned(content, target, () => content.published(target, read.data), "is published");
      },
    },
    "content unpublish": {
      kind: "act",
      plan: ({ target }) =>
        planned(content, target, () => content.unpublished(target), "was taken off the site"),
    },
    "content remove": { kind: "act", plan: ({ target }) => removal(content, target) },
    "content picture": {
      kind: "act",
      plan: ({ input }) => {
        const read = pictureInput.safeParse(input);
        return read.success ? upload(pictures, read.data.base64) : problemOf(read.error);
      },
    },
  } as const satisfies Record<string, OperatorCommand>;
}

/** Plans a change of an item: validated when planned and again when carried out. */
function planned(
  content: Content,
  target: string,
  wanted: () => Item | ContentProblem,
  done: string,
): PlannedAction | Refusal {
  const first = wanted();
  if (first instanceof ContentProblem) return new Refusal(first.problem);
  const before = content.item(target);
  return {
    target,
    before: before === undefined ? { exists: false } : factsOf(before),
    act: async (operator) => {
      const item = wanted();
      if (item instanceof ContentProblem) return new Refusal(item.problem);
      await content.keep(item, operator);
      return {
        after: factsOf(item),
        note: `Page ${target} ${done}.`,
        rows: [{ id: target, revision: item.revision }],
      };
    },
  };
}

function removal(content: Content, target: string): PlannedAction | Refusal {
  const item = content.item(target);
  if (item === undefined) return new Refusal(`There is no ${target}.`);
  if (item.live !== null) return new Refusal(`Page ${target} is published. Take it off the site first.`);
  return {
    target,
    before: factsOf(item),
    act: async () => {
      await content.remove(target);
      return { after: { exists: false }, note: `Page ${target} was removed.` };
    },
  };
}

function upload(pictures: Ports["pictures"], base64: string): PlannedAction {
  return {
    target: "",
    before: {},
    act: async () => {
      const kept = await pictures.keep(Buffer.from(base64, "base64"));
      if (kept instanceof ContentProblem) return new Refusal(kept.problem);
      if (kept instanceof Rejected) return new Refusal("This is not a valid JPEG, PNG or WebP picture.");
      return { after: { picture: kept }, note: "The picture was saved.", rows: [{ url: kept }] };
    },
  };
}

function rowOf({ id, kind, revision, draft, live, changedAtMs, changedBy }: Item): Row {
  return {
    id,
    kind,
    title: draft.texts.en?.title ?? Object.values(draft.texts)[0]?.title ?? "",
    languages: languagesOf(draft),
    state: live === null ? "draft" : fingerprint(live) === fingerprint(draft) ? "published" : "changed",
    published: live === null ? null : timeOf(live.publishedAtMs),
    revision,
    changed: timeOf(changedAtMs),
    by: changedBy,
  };
}

function textRows({ draft }: Item): readonly Row[] {
  return LANGUAGES.flatMap((language) => {
    const text = draft.texts[language];
    return text === undefined ? [] : [{ language, ...text }];
  });
}

/** The texts are public or will be, and long: the log identifies them by hash. */
function factsOf({ kind, revision, draft, live }: Item): AuditFacts {
  return {
    kind,
    revision,
    languages: languagesOf(draft),
    draft: fingerprint(draft),
    published: live === null ? null : timeOf(live.publishedAtMs),
    live: live === null ? null : fingerprint(live),
  };
}

const languagesOf = ({ texts }: ItemContent): string =>
  LANGUAGES.filter((language) => texts[language] !== undefined).join(", ");

function fingerprint({ texts, coverUrl, link }: ItemContent): string {
  const ordered = LANGUAGES.map((language) => {
    const { title, summary, body } = texts[language] ?? {};
    return [title, summary, body];
  });
  return createHash("sha256")
    .update(JSON.stringify([ordered, coverUrl, link]))
    .digest("hex")
    .slice(0, FINGERPRINT_CHARACTERS);
}

function problemOf({ issues: [issue] }: z.ZodError): Refusal {
  return new Refusal(sentenceOfIssue(issue));
}
