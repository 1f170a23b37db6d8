import { MAX_LABEL } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { anyPassword, id, line, milliseconds, secondFactor } from "./primitives.ts";

const group = "Session and identity";

const MAX_ADDRESSES = 10;
/** Maximum length of an RSA public key of 4,096 bits in PEM, with some margin. */
const MAX_PUBLIC_KEY = 1_000;

const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);
const cidr = z
  .string()
  .max(43)
  .refine((given) => network.safeParse(given).success)
  .meta({ id: "Cidr", description: "A network, `203.0.113.0/24`; a single address is a network of one." });

/** No permission allows withdrawals. */
const apiKeyPermission = z.enum(["read", "trade"]).meta({ id: "ApiKeyPermission" });

/** Keys for the Binance-compatible API. */
export const API_KEY_CALLS = {
  apiKey: defineCall({
    call: "POST /user/apiKey",
    marks: "L M user +",
    group,
    summary: "API keys: lists, creates and removes them. No key can withdraw money.",
    request: z.strictObject({
      action: z.enum(["list", "create", "remove"]),
      label: line(MAX_LABEL).optional(),
      permissions: z.array(apiKeyPermission).min(1).max(2).optional(),
      addresses: z.array(cidr).max(MAX_ADDRESSES).optional(),
      publicKey: z.string().max(MAX_PUBLIC_KEY).optional().meta({
        description:
          "Ed25519, or RSA of 2,048 or 4,096 bits, in PEM: the program signs with its own private key; no secret is issued.",
      }),
      apiKeyId: id.optional(),
      password: anyPassword.optional(),
      secondFactor: secondFactor.optional(),
    }),
    reply: z.strictObject({
      list: z.array(
        z.strictObject({
          apiKeyId: id,
          label: z.string(),
          permissions: z.array(apiKeyPermission),
          addresses: z.array(z.string()),
          signedWith: z.enum(["hmac", "ed25519", "rsa"]),
          createdAtMs: milliseconds,
          lastUsedAtMs: milliseconds.nullable(),
          tradeEndsAtMs: milliseconds.nullable().meta({
            description: "A key without addresses stops trading then, after a warning by mail; null: never.",
          }),
        }),
      ),
      apiKey: z.string().optional(),
      secret: z.string().optional(),
    }),
    rejects: [
      "request.parameterError",
      "request.unknownId",
      "user.passwordError",
      "user.secondFactorRequired",
      "user.secondFactorError",
      "user.secondFactorUsed",
      "request.expired",
    ],
  }),
} as const;
