import { COUNTRIES } from "@candor/text/countries";
import { ID_NUMBER, MAX_FULL_NAME, MAX_POSTAL_ADDRESS } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { verification } from "./objects.ts";
import { line, text, url } from "./primitives.ts";

export const UPLOAD_PURPOSES = ["avatar", "identity", "chat"] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

const COUNTRY_CODES = new Set(COUNTRIES);
const country = z
  .string()
  .toUpperCase()
  .refine((code) => COUNTRY_CODES.has(code), { params: { reason: "range" } })
  .meta({ id: "Country", description: "ISO 3166-1 alpha-2, any letter case." });
const idNumber = z
  .string()
  .regex(ID_NUMBER)
  .meta({ id: "IdNumber", description: "Number of the document: letters, digits, spaces, hyphens." });

export const VERIFICATION_CALLS = {
  verification: defineCall({
    call: "POST /user/verification",
    marks: "L M user",
    group: "Session and identity",
    summary: "Reads the caller's verification, or submits documents for a level.",
    request: z.strictObject({
      level: z.union([z.literal(1), z.literal(2)]).optional(),
      country: country.optional(),
      fullName: line(MAX_FULL_NAME).optional(),
      idNumber: idNumber.optional(),
      address: text(MAX_POSTAL_ADDRESS).optional(),
      photoFront: url.optional(),
      photoBack: url.optional(),
      photoLive: url.optional(),
    }),
    reply: z.strictObject({
      verification: z.int().min(0).max(2),
      veriInfo: verification,
      reviewedBy: z.enum(["people", "demo-reviewer"]).meta({
        description: "Who reviews submissions: people, or in a sandbox a program by its rules.",
      }),
    }),
    rejects: [
      "request.parameterError",
      "verification.fieldsRequired",
      "upload.missing",
      "upload.imageFormat",
      "verification.state",
    ],
  }),
  upload: defineCall({
    call: "POST /Common/upload",
    marks: "L R other",
    group: "Upload",
    summary:
      "Uploads a JPEG, PNG or WebP picture as `file` of a multipart form; it is private and re-encoded.",
    rateClass: "upload",
    request: z.object({ purpose: z.enum(UPLOAD_PURPOSES).default("avatar") }),
    reply: z.strictObject({
      url: url.meta({ description: "Reference for other calls; does not show the picture." }),
      fullurl: url.meta({ description: "URL of the picture, valid for 15 minutes." }),
    }),
    rejects: ["request.parameterError", "upload.missing", "request.tooLarge", "upload.imageFormat"],
  }),
} as const;
