import { CORRECTION_ACCOUNTS, CORRECTION_WALLETS } from "@candor/domain/enumerations";
import { MAX_ARTICLE_QUERY } from "@candor/text/field-limits";
import { z } from "zod";
import { defineCall } from "./call.ts";
import { article, customerService, market, siteData } from "./objects.ts";
import {
  asset,
  count,
  flag,
  id,
  language,
  marketKind,
  marketStatus,
  milliseconds,
  mode,
  nextCursor,
  PAGE,
  passwordRule,
  percent,
  price,
  priceSource,
  seq,
  signedAmount,
  statusReason,
  text,
  url,
} from "./primitives.ts";

const group = "Site, home, news";
const messageKind = z.enum(["bulletin", "notice", "personal"]);
const messageRow = z.strictObject({
  id,
  kind: messageKind,
  title: z.string(),
  summary: z.string(),
  timeMs: milliseconds,
  read: z.boolean().nullable(),
});

export const SITE_CALLS = {
  home: defineCall({
    call: "GET /home/index",
    marks: "? R C other",
    group,
    summary: "All data for the first screen.",
    request: z.object({}),
    reply: z.strictObject({
      siteData,
      kefu: customerService,
      advert: z.array(z.strictObject({ id, imageUrl: url, title: z.string(), link: url.nullable() })),
      topGainers: z.array(market).max(10),
      topVolume: z.array(market).max(10),
      newest: z.array(market).max(10),
      news: z.array(article).max(5),
      notice: z.strictObject({ id, title: z.string(), timeMs: milliseconds }).nullable(),
      asOfSeq: seq,
    }),
  }),
  displayRates: defineCall({
    call: "GET /Site/rates",
    marks: "- R C other +",
    group,
    summary: "Rates of fiat currencies, for display only: no order and no balance uses them.",
    request: z.object({}),
    reply: z.strictObject({
      kind: z.enum(["fixed", "operator", "none"]).meta({
        description:
          "`fixed`: made-up rates of a sandbox; `operator`: set by the operator; `none`: there are none.",
      }),
      source: z.string().nullable().meta({ description: "Where the operator has them from." }),
      asOfMs: milliseconds.nullable().meta({ description: "The time they are from." }),
      rates: z.array(
        z.strictObject({
          currency: z
            .string()
            .regex(/^[A-Z]{3}$/)
            .meta({ description: "ISO 4217 code." }),
          perUsdt: price.meta({ description: "Units of the currency for one USDT." }),
        }),
      ),
      asOfSeq: seq,
    }),
  }),
  siteStatus: defineCall({
    call: "GET /Site/status",
    marks: "- R C other +",
    group,
    summary: "Whether the site is open, and the state of the exchange.",
    request: z.object({}),
    reply: z.strictObject({
      open_site: flag,
      mode,
      message: z.string().nullable(),
      serverTimeMs: milliseconds,
      version: z.string(),
      asOfSeq: seq,
      stateHash: z.string(),
      priceSource,
      markets: z.array(
        z.strictObject({
          symbol: z.string(),
          market: marketKind,
          status: marketStatus,
          statusReason: statusReason.nullable(),
        }),
      ),
      chains: z.array(
        z.strictObject({ chain: z.string(), height: count, lagMs: z.int().nullable(), paused: z.boolean() }),
      ),
      languages: z.array(language),
    }),
  }),
  decisions: defineCall({
    call: "GET /Site/decisions",
    marks: "- R C other +",
    group,
    summary:
      "Decisions of two operators, with both names, newest first; and raised limits that are not in effect yet.",
    request: z.object({
      limit: PAGE.limit,
      before: z.int().min(1).optional().meta({ description: "Only decisions with lower numbers." }),
    }),
    reply: z.strictObject({
      announced: z.array(
        z.strictObject({
          setting: z.string(),
          value: z.string().meta({ description: "JSON." }),
          before: z
            .string()
            .nullable()
            .meta({ description: "JSON of the value until then; null if there is none." }),
          fromMs: milliseconds.meta({ description: "When it takes effect." }),
          reason: z.string(),
          proposedBy: z.string(),
          confirmedBy: z.string(),
        }),
      ),
      list: z
        .array(
          z.strictObject({
            decision: z.int(),
            kind: z.enum(["correction", "setting", "operator", "clock"]),
            what: z.string().meta({ description: "For a correction, without the user." }),
            reason: z.string().nullable().meta({ description: "Only for settings and the clock." }),
            proposedBy: z.string(),
            proposedAtMs: milliseconds,
            confirmedBy: z.string(),
            decidedAtMs: milliseconds,
            seq: seq.nullable().meta({ description: "The command in the journal; null if there is none." }),
            setting: z
              .strictObject({
                name: z.string(),
                value: z.string().meta({ description: "JSON." }),
                before: z.string().nullable().meta({
                  description: "JSON of the value then; null if there was none, or it was not kept.",
                }),
              })
              .nullable()
              .meta({ description: "Only for settings." }),
            correction: z
              .strictObject({
                amount: signedAmount.meta({ description: "Signed: the amount the user received." }),
                asset,
                wallet: z.enum(CORRECTION_WALLETS),
                account: z.enum(CORRECTION_ACCOUNTS),
              })
              .nullable()
              .meta({ description: "Only for corrections." }),
            operator: z
              .strictObject({
                change: z.enum(["invite", "reset", "roles", "enable"]),
                name: z.string(),
                roles: z.array(z.string()),
              })
              .nullable()
              .meta({ description: "Only for changes of operators' access." }),
            deviationMs: z
              .int()
              .nullable()
              .meta({ description: "Only for the clock: how far it was ahead; negative when behind." }),
          }),
        )
        .max(100),
      next: z.int().nullable().meta({ description: "Value for `before`; null at the end." }),
      skipped: z
        .array(
          z.strictObject({
            seq: seq.meta({ description: "The rejection in the journal." }),
            command: z.string(),
            sha256: z.string().meta({ description: "Of the command's bytes." }),
            wasExecuted: z.boolean().meta({ description: "Whether an earlier version had executed it." }),
            reason: z.string(),
            decidedBy: z.array(z.string()),
            decidedAtMs: milliseconds,
          }),
        )
        .meta({ description: "Commands that could not be executed, and that two operators skipped." }),
    }),
    rejects: ["request.parameterError"],
  }),
  publicIndex: defineCall({
    call: "POST /ebapi/public_api/index",
    marks: "- R C other",
    group,
    summary: "Public configuration, available without a login.",
    request: z.object({}),
    reply: z.strictObject({
      mode,
      version: z.string(),
      defaults: z.strictObject({
        symbol: z.string(),
        coin: z.string(),
        coinName: z.string(),
        lang: language,
      }),
      languages: z.array(z.strictObject({ code: language, label: z.string(), flagUrl: url })),
      registration: z.strictObject({
        inviteOnly: z.boolean(),
        by: z.array(z.enum(["email", "username", "phone"])),
        houseCode: z.string().nullable(),
        passwordRule,
      }),
      features: z.strictObject({
        option: z.boolean(),
        lever: z.boolean(),
        mining: z.boolean(),
        contract: z.boolean(),
        convert: z.boolean(),
        chat: z.boolean(),
        faucet: z.boolean(),
      }),
      limits: z.strictObject({ uploadBytes: count, otpResendMs: milliseconds }),
    }),
  }),
  hotSearch: defineCall({
    call: "GET /ebapi/store_api/hot_search",
    marks: "- R other",
    group,
    summary: "Popular searches; id 2 is markets.",
    request: z.object({ id: z.int().min(0) }),
    reply: z.strictObject({
      id: z.int(),
      list: z
        .array(
          z.strictObject({
            id,
            title: z.string(),
            symbol: z.string(),
            market: marketKind,
            chPrice: price.nullable(),
            updown: percent.nullable(),
          }),
        )
        .max(10),
    }),
    rejects: ["request.parameterError"],
  }),
  article: defineCall({
    call: "POST /Home/article",
    marks: "- R C other",
    group,
    summary: "Articles, or one of them.",
    request: z.object({
      id: id.optional(),
      category: z.enum(["news", "help", "about", "guide"]).default("news"),
      q: text(MAX_ARTICLE_QUERY).optional(),
      ...PAGE,
    }),
    reply: z.union([z.strictObject({ list: z.array(article), nextCursor }), z.strictObject({ article })]),
    rejects: ["request.parameterError", "request.unknownId"],
  }),
  message: defineCall({
    call: "POST /Index/message",
    marks: "? R other",
    group,
    summary: "Announcements and messages, or one of them.",
    request: z.object({ id: id.optional(), kind: messageKind.optional(), ...PAGE }),
    reply: z.union([
      z.strictObject({ list: z.array(messageRow), unread: count, nextCursor }),
      z.strictObject({ message: messageRow.extend({ bodyHtml: z.string() }) }),
    ]),
    rejects: ["request.parameterError", "user.notLoggedIn", "request.unknownId"],
  }),
} as const;
