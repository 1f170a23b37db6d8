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

/** What keeps an account from being closed. */
export const CLOSING_OBSTACLES = [
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
    /** How many there are; of `balance` 1. */
    count,
  })
  .meta({ id: "ClosingObstacle", description: "What has to be settled before the account can be closed." });

/** Closing an account for good. */
export const CLOSE_ACCOUNT_CALLS = {
  closeAccount: defineCall({
    call: "POST /user/close",
    marks: "L M user +",
    group: "Session and identity",
    summary: "Closes the account for good, or looks at what that would mean.",
    request: z.strictObject({
      action: z.enum(["look", "close"]),
      password: anyPassword.optional(),
      paymentPassword: paymentPassword.optional(),
      code: code.optional(),
      secondFactor: secondFactor.optional(),
    }),
    reply: z.strictObject({
      /** null: it is open. */
      closedAtMs: milliseconds.nullable(),
      obstacles: z.array(obstacle),
      /** What is so little that it does not stand in the way, in USDT: nobody can claim it afterwards. */
      leftOver: amount,
      /** Up to so much, in USDT. */
      leftOverLimit: amount,
      /** Where the code goes, masked; null: there is neither mailbox nor phone, and no code is asked for. */
      codeTo: z.strictObject({ channel: z.enum(["email", "phone"]), target: z.string() }).nullable(),
      asksPaymentPassword: z.boolean(),
      /** Years for which the law wants the verified documents to be kept, sealed; 0: they are forgotten at once. */
      documentsKeptYears: count,
      /** Days for which whoever logs in with the old name and password is told that it was closed. */
      toldDays: count,
    }),
    rejects: [
      "request.parameterError",
      "user.closingBlocked",
      "user.passwordError",
      "user.paymentPasswordLocked",
      "wallet.paymentPasswordError",
      "user.codeError",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
    ],
    secrets: ["password", "paymentPassword", "code", "secondFactor"],
  }),
} as const;
