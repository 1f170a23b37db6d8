import { z } from "zod";
import { defineCall } from "./call.ts";
import {
  amount,
  anyPassword,
  code,
  count,
  milliseconds,
  paymentPassword,
  secondFactor,
} from "./primitives.ts";

/** Conditions that prevent closing an account. */
const CLOSING_OBSTACLES = [
  "balance",
  "order",
  "position",
  "option",
  "miner",
  "loan",
  "withdrawal",
  "deposit",
  "frozen",
] as const;

export type ClosingObstacle = (typeof CLOSING_OBSTACLES)[number];

const obstacle = z
  .strictObject({
    kind: z.enum(CLOSING_OBSTACLES),
    /** Number of items; 1 for `balance`. */
    count,
  })
  .meta({ id: "ClosingObstacle", description: "A condition to resolve before the account can be closed." });

/** Closes an account permanently. */
export const CLOSE_ACCOUNT_CALLS = {
  closeAccount: defineCall({
    call: "POST /user/close",
    marks: "L M user +",
    group: "Session and identity",
    summary: "Closes the account permanently, or shows what closing would mean.",
    request: z.strictObject({
      action: z.enum(["look", "close"]),
      password: anyPassword.optional(),
      paymentPassword: paymentPassword.optional(),
      code: code.optional(),
      secondFactor: secondFactor.optional(),
    }),
    reply: z.strictObject({
      /** Null while it is open. */
      closedAtMs: milliseconds.nullable(),
      obstacles: z.array(obstacle),
      /** Remaining value in USDT, too small to prevent closing; nobody can claim it afterwards. */
      leftOver: amount,
      /** Maximum remaining value in USDT. */
      leftOverLimit: amount,
      /** Masked target of the code; null when there is neither mailbox nor phone, and no code is required. */
      codeTo: z.strictObject({ channel: z.enum(["email", "phone"]), target: z.string() }).nullable(),
      asksPaymentPassword: z.boolean(),
      /** Years for which the law requires verified documents to be kept, sealed; 0 deletes them at once. */
      documentsKeptYears: count,
      /** Days during which a login with the old name and password reports that the account was closed. */
      toldDays: count,
    }),
    rejects: [
      "request.parameterError",
      "user.closingBlocked",
      "user.passwordError",
      "user.paymentPasswordLocked",
      "wallet.paymentPasswordError",
      "user.codeError",
      "user.codeExpired",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
      "request.expired",
    ],
    secrets: ["password", "paymentPassword", "code", "secondFactor"],
  }),
} as const;
