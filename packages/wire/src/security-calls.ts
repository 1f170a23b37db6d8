import { MAX_LABEL } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { session } from "./objects.ts";
import { anyPassword, id, line, milliseconds, nextCursor, PAGE, secondFactor } from "./primitives.ts";

const group = "Session and identity";

/** WebAuthn as JSON, as browsers write and read it. */
const webAuthn = z.record(z.string(), z.unknown()).meta({
  id: "WebAuthn",
  description: "WebAuthn options or credentials as JSON (Web Authentication, level 3).",
});

/** A random text of 256 bits, or a SHA-256, in base64url. */
const randomText = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({ id: "RandomText", description: "256 bits in base64url: 43 characters." });

/** Result of a login. */
const loginResult = z
  .enum(["success", "wrong-password", "wrong-second-factor", "frozen", "froze"])
  .meta({ id: "LoginResult" });
/** Method of the login. */
const loginMethod = z
  .enum(["password", "passkey", "qr", "registration", "freeze-link", "session"])
  .meta({ id: "LoginMethod" });

/** Second factors, passkeys and the history of logins. */
export const SECURITY_CALLS = {
  totp: defineCall({
    call: "POST /user/totp",
    marks: "L M user +",
    group,
    summary: "One-time codes from an app: begins, enables or disables them.",
    request: z.strictObject({
      action: z.enum(["begin", "enable", "disable"]),
      totp: z.string().max(40).optional(),
      password: anyPassword.optional(),
      secondFactor: secondFactor.optional(),
    }),
    reply: z.strictObject({
      enabled: z.boolean(),
      secret: z.string().optional(),
      uri: z.string().optional(),
      expiresAtMs: milliseconds.optional(),
      recoveryCodes: z.array(z.string()).optional(),
      withdrawalHoldUntilMs: milliseconds.nullable(),
    }),
    rejects: [
      "request.parameterError",
      "user.passwordError",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
      "request.expired",
    ],
  }),
  passkey: defineCall({
    call: "POST /user/passkey",
    marks: "L M user +",
    group,
    summary: "Passkeys: a challenge for a second factor, adding, listing and removing them.",
    request: z.strictObject({
      action: z.enum(["challenge", "begin", "finish", "list", "remove"]),
      credential: webAuthn.optional(),
      name: line(MAX_LABEL).optional(),
      passkeyId: id.optional(),
      password: anyPassword.optional(),
      secondFactor: secondFactor.optional(),
    }),
    reply: z.strictObject({
      options: webAuthn.optional(),
      list: z
        .array(
          z.strictObject({
            passkeyId: id,
            credentialId: z
              .string()
              .meta({ description: "Name of the credential in the browser, base64url." }),
            name: z.string(),
            createdAtMs: milliseconds,
            lastUsedAtMs: milliseconds.nullable(),
          }),
        )
        .optional(),
      withdrawalHoldUntilMs: milliseconds.nullable(),
    }),
    rejects: [
      "request.parameterError",
      "request.featureOff",
      "request.unknownId",
      "user.passwordError",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
      "request.expired",
    ],
  }),
  passkeyLogin: defineCall({
    call: "POST /user/passkeyLogin",
    marks: "- M user +",
    group,
    summary: "Logs in with only a passkey.",
    rateClass: "credential",
    request: z.strictObject({
      action: z.enum(["begin", "finish"]),
      credential: webAuthn.optional(),
      deviceName: line(60).optional(),
    }),
    reply: z.union([z.strictObject({ options: webAuthn }), session]),
    rejects: [
      "request.parameterError",
      "request.featureOff",
      "user.secondFactorError",
      "request.expired",
      "user.frozen",
      "user.frozenByOwner",
    ],
  }),
  qrLogin: defineCall({
    call: "POST /user/qrLogin",
    marks: "- M user +",
    group,
    summary:
      "Logs a browser in by a code that a signed-in device scans and approves: begins, finishes or cancels.",
    rateClass: "credential",
    request: z.strictObject({
      action: z.enum(["begin", "finish", "cancel"]),
      secretHash: randomText.optional(),
      deviceName: line(60).optional(),
      code: randomText.optional(),
      secret: randomText.optional(),
    }),
    reply: z.union([
      z.strictObject({ code: z.string(), expiresAtMs: milliseconds }),
      z.strictObject({ canceled: z.literal(true) }),
      session,
    ]),
    rejects: [
      "request.parameterError",
      "request.tooFast",
      "request.expired",
      "user.frozen",
      "user.frozenByOwner",
    ],
  }),
  qrLoginState: defineCall({
    call: "POST /user/qrLoginState",
    marks: "- R user +",
    group,
    summary: "Whether the code of a waiting browser was scanned, approved or refused.",
    request: z.object({ code: randomText, secret: randomText }),
    reply: z.strictObject({
      step: z.enum(["waiting", "scanned", "approved", "refused"]),
      number: z.int().min(10).max(99).nullable(),
      expiresAtMs: milliseconds,
    }),
    rejects: ["request.parameterError", "request.expired"],
  }),
  qrLoginReview: defineCall({
    call: "POST /user/qrLoginReview",
    marks: "L M user +",
    group,
    summary: "On the signed-in device: shows the browser that waits, then approves or refuses its login.",
    request: z.strictObject({
      action: z.enum(["look", "approve", "refuse"]),
      code: randomText,
      number: z.int().min(0).max(99).optional(),
      password: anyPassword.optional(),
      secondFactor: secondFactor.optional(),
    }),
    reply: z.strictObject({
      step: z.enum(["scanned", "approved", "refused"]),
      deviceName: z.string().optional(),
      ipMasked: z.string().optional(),
      begunAtMs: milliseconds.optional(),
      expiresAtMs: milliseconds.optional(),
    }),
    rejects: [
      "request.parameterError",
      "request.expired",
      "request.tooFast",
      "user.passwordError",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
    ],
  }),
  loginHistory: defineCall({
    call: "POST /user/logins",
    marks: "L R user +",
    group,
    summary: "Logins, failed attempts and freezes, newest first.",
    request: z.object({ ...PAGE }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          loginId: id,
          timeMs: milliseconds,
          deviceName: z.string(),
          ipMasked: z.string(),
          method: loginMethod,
          result: loginResult,
        }),
      ),
      nextCursor,
    }),
    rejects: ["request.parameterError"],
  }),
} as const;
