import type { CallReply, CallRequest } from "@candor/wire/calls";
import { type FieldProblem, type Outcome, Rejected, reject } from "@candor/wire/rejection";
import type { IdentityDocument } from "../../../people/verification/verification-records.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { GatewayOptions, Ports } from "../dependencies.ts";

type Request = CallRequest<"verification">;

const DOCUMENT_FIELDS = ["country", "fullName", "idNumber", "address"] as const;
const DOCUMENT_PHOTOS = ["photoFront", "photoBack"] as const;
const LIVE_PHOTOS = ["photoLive"] as const;

/** Accepts a picture. Rejects 211, 413, 210. */
export function upload({ uploads }: Ports<"uploads">): CallHandler<"upload"> {
  return ({ purpose }, context) => {
    if (context.file === undefined) return reject("upload.missing");
    if (context.file === "too-large") return reject("request.tooLarge", { max: "8 MiB" });
    return uploads.keep(userOf(context), purpose, context.file);
  };
}

/** Returns the caller's verification; if a level is given, submits it first. Rejects 111, 221, 211, 210, 380. */
export function verification(
  { verification: service }: Ports<"verification">,
  { demoReviewer = false }: Pick<GatewayOptions, "demoReviewer">,
): CallHandler<"verification"> {
  const reviewedBy = demoReviewer ? "demo-reviewer" : "people";
  return async (request, context): Promise<Outcome<CallReply<"verification">>> => {
    const userId = userOf(context);
    const conflict = findConflict(request);
    if (conflict !== undefined) return new Rejected("request.parameterError", undefined, [conflict]);
    if (request.level !== undefined) {
      const missing = findMissing(request);
      if (missing !== undefined) return missing;
      const submitted =
        request.level === 1
          ? await service.submitDocument(userId, documentOf(request))
          : await service.submitLivePhoto(userId, { photoLive: request.photoLive ?? "" });
      if (submitted instanceof Rejected) return submitted;
    }
    return { ...service.view(userId, context.language), reviewedBy };
  };
}

/** Finds fields that belong to a different level than the requested one, or to none. */
function findConflict({ level, ...fields }: Request): FieldProblem | undefined {
  const given = (Object.keys(fields) as (keyof typeof fields)[]).filter(
    (field) => fields[field] !== undefined,
  );
  if (level === undefined) return given.length === 0 ? undefined : { path: "level", reason: "missing" };
  const allowed: readonly string[] = level === 1 ? [...DOCUMENT_FIELDS, ...DOCUMENT_PHOTOS] : LIVE_PHOTOS;
  const strange = given.find((field) => !allowed.includes(field));
  return strange === undefined ? undefined : { path: strange, reason: "conflict" };
}

function findMissing(request: Request): Rejected | undefined {
  if (request.level === 1) {
    const absent = DOCUMENT_FIELDS.filter((field) => (request[field] ?? "").trim() === "");
    if (absent.length > 0)
      return new Rejected(
        "verification.fieldsRequired",
        undefined,
        absent.map((path) => ({ path, reason: "missing" })),
      );
  }
  const photos = request.level === 1 ? DOCUMENT_PHOTOS : LIVE_PHOTOS;
  const absent = photos.filter((field) => request[field] === undefined);
  return absent.length === 0
    ? undefined
    : new Rejected(
        "upload.missing",
        undefined,
        absent.map((path) => ({ path, reason: "missing" })),
      );
}

/** Builds the document from a complete request. */
function documentOf(request: Request): IdentityDocument {
  const {
    country = "",
    fullName = "",
    idNumber = "",
    address = "",
    photoFront = "",
    photoBack = "",
  } = request;
  return {
    country,
    fullName: fullName.trim(),
    idNumber: idNumber.trim(),
    address: address.trim(),
    photoFront,
    photoBack,
  };
}
