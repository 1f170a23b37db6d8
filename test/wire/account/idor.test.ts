import { hash, randomBytes } from "node:crypto";
import { CALL_NAMES, CALLS, type CallName } from "@candor/wire/calls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { SoftwareAuthenticator } from "../../support/identity/software-authenticator.ts";
import { PLAN } from "../../support/scenario/mining-world.ts";
import { sendForm } from "../../support/uploads/multipart.ts";
import { picture } from "../../support/uploads/pictures.ts";
import { BTC_CONTRACT } from "../../support/wire/contract-world.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { LEVER } from "../../support/wire/lever-world.ts";
import { CHAIN, ScriptedChain } from "../../support/wire/scripted-chain.ts";
import type { WireClient } from "../../support/wire-client.ts";

/**
 * Tries every request field that names something with another user's value. The fields come from the call table, so a
 * new one fails here until it is covered.
 */
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const OTHER_ADDRESS = "0xde709f2102306220921060314715629080e2fb77";
const PAYMENT = { paymentPassword: "246810" };
const ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.001" };
const CONTRACT_ORDER = { symbol: "BTCUSDT", side: "buy", type: "limit", price: "55000", quantity: "0.001" };
const OCO = {
  symbol: "BTCUSDT",
  side: "buy",
  type: "oco",
  price: "54500",
  stopPrice: "61000",
  quantity: "0.001",
};
/** The victim's keys of the list and its legs. */
const OCO_KEYS = {
  clientOrderId: "the-victims-list",
  limitClientOrderId: "the-victims-limit-leg",
  stopClientOrderId: "the-victims-stop-leg",
};
const BTC = { symbol: "BTCUSDT" };
/** Its slices find no seller. */
const TWAP = {
  ...BTC,
  side: "buy",
  quantity: "0.002",
  intervalSeconds: 3600,
  slices: 2,
  limitPrice: "54000",
};
const HOST = "localhost:8080";

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
let victim: WireClient;
let stranger: WireClient;

/** The victim's items that can be referenced. */
interface Things {
  readonly userId: string;
  readonly sessionId: string;
  readonly orderId: string;
  readonly transferId: string;
  readonly withdrawalId: string;
  readonly depositId: string;
  readonly txHash: string;
  readonly siteId: string;
  readonly passkeyId: string;
  readonly apiKeyId: string;
  readonly minerId: string;
  readonly avatar: string;
  readonly photo: string;
  readonly chatPhoto: string;
  readonly alertId: string;
  readonly twapId: string;
}
let things: Things;

/** The victim's request key for a call. */
const keyOf = (name: CallName): string => `the-victims-${name}`;

const REQUESTS = {
  transfer: { asset: "USDT", amount: "10", from: "main", to: "coin", ...PAYMENT },
  faucet: { amount: "10" },
  addSite: { chain: CHAIN, address: ADDRESS, ...PAYMENT },
  withdraw: { asset: "USDT", chain: CHAIN, address: ADDRESS, amount: "50", ...PAYMENT },
  cancelAll: {},
  miningBuy: { planId: "p0", quantity: 2 },
  leverTransfer: { symbol: "BTCUSDT", asset: "USDT", direction: "in", amount: "100" },
  chatSend: { text: "Is anybody there?" },
} as const;
const LEVER_ORDER = { ...ORDER, price: "54000" };

/** Creates a user with funds, two earlier logins and two open orders. */
async function person(email: string): Promise<WireClient> {
  exchange.time.ms += 1_000; // so that no two people have equal rows
  const client = await exchange.trader(email);
  const { id } = accepted(await client.call("profile"));
  const deposit = await chain.see(Number(id), 0, 5_000_000_000);
  await chain.credit(deposit.depositId);
  accepted(await client.call("transfer", { ...REQUESTS.transfer, amount: "1000" }));
  const toContract = { asset: "USDT", amount: "100", from: "main", to: "contract", ...PAYMENT };
  accepted(await client.call("transfer", toContract));
  for (let i = 0; i < 2; i++) {
    accepted(await client.call("contractOrder", { ...CONTRACT_ORDER, price: "54000" }));
    accepted(await client.call("login", { account: email, password: "kestrel7", deviceName: email }));
    accepted(await client.call("doOrder", { ...ORDER, price: "54000" }));
  }
  client.headers = { host: HOST };
  return client;
}

async function makeThings(): Promise<Things> {
  const keyed = async <Name extends keyof typeof REQUESTS>(name: Name) =>
    accepted(await victim.call(name, { ...REQUESTS[name], requestId: keyOf(name) }));
  const userId = accepted(await victim.call("profile")).id;
  const seen = await chain.see(Number(userId), 0, 700_000_000);
  await chain.credit(seen.depositId);
  await keyed("cancelAll");
  await keyed("faucet");
  for (const clientOrderId of [keyOf("cancel"), keyOf("record")])
    accepted(await victim.call("doOrder", { ...ORDER, price: "54000", clientOrderId }));
  const placed = accepted(await victim.call("doOrder", { ...ORDER, clientOrderId: keyOf("doOrder") }));
  const orderId = "order" in placed ? placed.order.orderId : "";
  accepted(await victim.call("doOrder", { ...OCO, ...OCO_KEYS }));
  for (const clientOrderId of [keyOf("contractOrder"), keyOf("contractRecord")])
    accepted(await victim.call("contractOrder", { ...CONTRACT_ORDER, clientOrderId }));
  accepted(
    await victim.call("contractLeverage", { ...BTC, leverage: 10, requestId: keyOf("contractLeverage") }),
  );
  // The current mode can be set at any time.
  const mode = { positionMode: "one-way", requestId: keyOf("contractMode") };
  accepted(await victim.call("contractMode", mode));
  const less = { orderId, quantity: "0.0009", requestId: keyOf("reduce") };
  accepted(await victim.call("reduce", less));
  const { transferId } = await keyed("transfer");
  const paid = await keyed("withdraw");
  const { siteId } = await keyed("addSite");
  const gone = accepted(await victim.call("addSite", { ...REQUESTS.addSite, address: OTHER_ADDRESS }));
  accepted(await victim.call("removeSite", { siteId: gone.siteId, requestId: keyOf("removeSite") }));
  const minerId = (await keyed("miningBuy")).miners[0]?.minerId ?? "";
  await keyed("leverTransfer");
  for (const clientOrderId of [keyOf("leverOrder"), keyOf("orderLRecord")])
    accepted(await victim.call("leverOrder", { ...LEVER_ORDER, clientOrderId }));
  exchange.time.ms += 10_000;
  accepted(await victim.call("miningClaim", { minerId, requestId: keyOf("miningClaim") }));
  const { invitationCode } = accepted(await victim.call("profile"));
  for (const friend of ["olga", "pete"])
    await exchange.registered(`${friend}@example.org`, "kestrel7", invitationCode);
  await keyed("chatSend");
  const bytes = await picture("jpeg", 40, 40);
  const chatPhoto = accepted(await sendForm(victim, { purpose: "chat" }, [{ bytes }])).url;
  accepted(await victim.call("chatSend", { imageUrl: chatPhoto }));
  const avatar = accepted(await sendForm(victim, {}, [{ bytes }])).url;
  const photo = accepted(await sendForm(victim, { purpose: "identity" }, [{ bytes }])).url;
  return {
    userId,
    sessionId: accepted(await victim.call("sessions")).list[0]?.sessionId ?? "",
    orderId,
    transferId,
    withdrawalId: paid.withdrawal.withdrawalId,
    depositId: seen.depositId,
    txHash: seen.txHash,
    siteId,
    // Before the passkey, which would be required.
    apiKeyId: await addApiKey(victim),
    passkeyId: await addPasskey(victim),
    minerId,
    avatar,
    photo,
    chatPhoto,
    twapId: accepted(await victim.call("twapStart", { ...TWAP, requestId: keyOf("twapStart") })).twap.twapId,
    alertId:
      accepted(
        await victim.call("notifyAlerts", {
          action: "add",
          symbol: "BTCUSDT",
          direction: "below",
          price: "1",
        }),
      ).list[0]?.alertId ?? "",
  };
}

/** By passkey id. */
const authenticators = new Map<string, SoftwareAuthenticator>();

async function addPasskey(client: WireClient): Promise<string> {
  const begun = accepted(await client.call("passkey", { action: "begin", password: "kestrel7" }));
  if (!("options" in begun)) throw new Error("no options");
  const options = begun.options as Record<string, unknown>;
  const authenticator = new SoftwareAuthenticator();
  const credential = authenticator.create(options, { origin: `http://${HOST}` });
  const added = accepted(await client.call("passkey", { action: "finish", credential, name: "Key" }));
  const passkeyId = ("list" in added ? added.list?.at(-1)?.passkeyId : undefined) ?? "";
  authenticators.set(passkeyId, authenticator);
  return passkeyId;
}

async function addApiKey(client: WireClient): Promise<string> {
  const made = accepted(await client.call("apiKey", { action: "create", password: "kestrel7" }));
  return made.list.at(-1)?.apiKeyId ?? "";
}

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 100_000 },
    contracts: [BTC_CONTRACT],
    mining: { plans: [{ ...PLAN, stock: 10 }], reserve: "1000" },
    lever: LEVER,
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  victim = await person("victim@example.org");
  stranger = await person("stranger@example.org");
  things = await makeThings();
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

/** Returns everything the victim can see of their own, without time-dependent fields. */
async function victimsView(): Promise<string> {
  const profile = accepted(await victim.call("profile"));
  const { wallets, asOfSeq: minSeq } = accepted(await victim.call("walletIndex"));
  const parts = [
    { ...profile, avatar: profile.avatar?.split("?")[0] },
    accepted(await victim.call("sessions")).list.map(({ sessionId }) => sessionId),
    wallets,
    accepted(await victim.call("record", { view: "open" })),
    accepted(await victim.call("miningRecord", { minSeq })).list.map(({ minerId, claimed, status }) => [
      minerId,
      claimed,
      status,
    ]),
    accepted(await victim.call("contractRecord", { view: "orders" })),
    accepted(await victim.call("orderLRecord", { minSeq })),
    accepted(await victim.call("moneyLog", { limit: 100, minSeq })),
    accepted(await victim.call("sites", { kind: "withdrawal" })),
    accepted(await victim.call("verification")),
    accepted(await victim.call("passkey", { action: "list" })),
    accepted(await victim.call("getOrder", { kind: "withdrawal", id: things.withdrawalId })).order,
  ];
  return JSON.stringify(parts, (key, value: unknown) => (key === "asOfSeq" ? undefined : value), 1);
}

type Attempt = () => Promise<void>;

const answersWith =
  (name: CallName, error: string, payload: () => object): Attempt =>
  async () => {
    const answer = await stranger.call(name, payload());
    expect([answer.data.error, answer.data.params], name).toEqual([error, undefined]);
  };

/** Request keys are per user: with another user's key, the own request is executed as new. */
const ownKey =
  (name: keyof typeof REQUESTS): Attempt =>
  async () => {
    const answer = await stranger.call(name, { ...REQUESTS[name], requestId: keyOf(name) });
    const reply = accepted(answer);
    expect("replayed" in reply && reply.replayed === true, name).toBe(false);
    for (const thing of [things.siteId, things.txHash, `"${things.withdrawalId}"`, `"${things.transferId}"`])
      expect(JSON.stringify(reply).includes(thing), `${name} ${thing}`).toBe(false);
  };

/** A page of another user's list: rejected, or of the own list. */
const foreignCursor =
  (
    name:
      | "record"
      | "orderLRecord"
      | "contractRecord"
      | "miningRecord"
      | "moneyLog"
      | "loginHistory"
      | "team"
      | "chatList",
    filters: object = {},
  ): Attempt =>
  async () => {
    const first = accepted(await victim.call(name, { ...filters, limit: 1 }));
    const cursor = first.nextCursor;
    expect(cursor, `${name}: the victim's list has a second page`).not.toBe(null);
    const answer = await stranger.call(name, { ...filters, limit: 100, cursor });
    const rest = accepted(await victim.call(name, { ...filters, limit: 100, cursor })).list;
    const own = new Set(rest.map((row) => JSON.stringify(row)));
    for (const row of (answer.data.list ?? []) as object[])
      expect(own.has(JSON.stringify(row)), `${name} ${JSON.stringify(row)}`).toBe(false);
  };

/** The stranger's own order, although one of its keys equals one of the victim's. */
const ownLeg = (field: keyof typeof OCO_KEYS) => async () => {
  const [clientOrderId, limitClientOrderId, stopClientOrderId] = ["l", "a", "b"].map(
    (end) => `${field}-${end}`,
  );
  const mine = { clientOrderId, limitClientOrderId, stopClientOrderId };
  const placed = accepted(await stranger.call("doOrder", { ...OCO, ...mine, [field]: OCO_KEYS[field] }));
  expect("replayed" in placed).toBe(false);
  accepted(await stranger.call("cancel", { clientOrderId: OCO_KEYS[field] }));
};

interface WaitingBrowser {
  readonly code: string;
  readonly secret: string;
}

/** A browser that waits for `client`'s phone, which has scanned its picture. */
async function waitingBrowser(client: WireClient): Promise<WaitingBrowser> {
  const secret = randomBytes(32).toString("base64url");
  const secretHash = hash("sha256", secret, "base64url");
  const begun = accepted(await exchange.client().call("qrLogin", { action: "begin", secretHash }));
  const code = "code" in begun ? begun.code : "";
  accepted(await client.call("qrLoginReview", { action: "look", code }));
  return { code, secret };
}

/** Another's code, or one's own code with another's secret. */
const foreignQr =
  (name: "qrLogin" | "qrLoginState" | "qrLoginReview", foreign: keyof WaitingBrowser): Attempt =>
  async () => {
    const [theirs, mine] = [await waitingBrowser(victim), await waitingBrowser(stranger)];
    const browser = { ...mine, [foreign]: theirs[foreign] };
    const request = {
      qrLogin: { action: "finish", ...browser },
      qrLoginState: browser,
      qrLoginReview: { action: "approve", code: browser.code, number: 50, password: "kestrel7" },
    }[name];
    const answer = await stranger.call(name, request);
    expect([answer.data.error, answer.data.params], name).toEqual(["request.expired", undefined]);
    expect(accepted(await exchange.client().call("qrLoginState", theirs)).step).toBe("scanned");
  };

/** Marks a field that never refers to one user. */
const publicThing = (why: string): string => why;

const COVERED: Readonly<Record<string, Attempt | string>> = {
  "article.id": publicThing("articles are everybody's"),
  "article.cursor": publicThing("articles are everybody's"),
  "message.id": answersWith("message", "request.unknownId", () => ({ id: things.transferId })),
  "message.cursor": publicThing("announcements are everybody's, and a cursor has its user among its filters"),
  "outbox.cursor": publicThing("the sandbox's outbox shows everybody's to this machine"),
  "hotSearch.id": publicThing("a number of a slot"),
  "rechargeOrder.chain": publicThing("chains are everybody's"),
  "sites.chain": publicThing("chains are everybody's"),
  "addSite.chain": publicThing("chains are everybody's"),
  "withdraw.chain": publicThing("chains are everybody's"),
  "revoke.sessionId": answersWith("revoke", "request.unknownId", () => ({ sessionId: things.sessionId })),
  "profile.avatar": answersWith("profile", "upload.imageFormat", () => ({ avatar: things.avatar })),
  "verification.photoFront": answersWith("verification", "upload.imageFormat", () =>
    submission("photoFront"),
  ),
  "verification.photoBack": answersWith("verification", "upload.imageFormat", () => submission("photoBack")),
  "verification.photoLive": answersWith("verification", "upload.imageFormat", () => ({
    level: 2,
    photoLive: things.photo,
  })),
  "passkey.passkeyId": answersWith("passkey", "request.unknownId", () => ({
    action: "remove",
    passkeyId: things.passkeyId,
    password: "kestrel7",
  })),
  "apiKey.apiKeyId": answersWith("apiKey", "request.unknownId", () => ({
    action: "remove",
    apiKeyId: things.apiKeyId,
    password: "kestrel7",
  })),
  "qrLogin.secretHash": publicThing("it only says which secret will prove the caller's own code"),
  "qrLogin.code": foreignQr("qrLogin", "code"),
  "qrLogin.secret": foreignQr("qrLogin", "secret"),
  "qrLoginState.code": foreignQr("qrLoginState", "code"),
  "qrLoginState.secret": foreignQr("qrLoginState", "secret"),
  "qrLoginReview.code": foreignQr("qrLoginReview", "code"),
  "doOrder.clientOrderId": async () => {
    const placed = accepted(await stranger.call("doOrder", { ...ORDER, clientOrderId: keyOf("doOrder") }));
    expect("replayed" in placed).toBe(false);
    expect("order" in placed ? placed.order.orderId : "").not.toBe(things.orderId);
    accepted(await stranger.call("cancel", { clientOrderId: keyOf("doOrder") }));
  },
  "doOrder.listClientOrderId": async () => {
    const pending = [{ type: "limit", side: "sell", price: "70000", quantity: "0.001" }];
    const listClientOrderId = OCO_KEYS.clientOrderId;
    const placed = accepted(await stranger.call("doOrder", { ...ORDER, pending, listClientOrderId }));
    expect("replayed" in placed).toBe(false);
    const [working] = "orders" in placed ? placed.orders : [];
    expect(working?.clientOrderId).toBe(`${listClientOrderId}:w`);
    accepted(await stranger.call("cancel", { orderId: working?.orderId ?? "" }));
  },
  "doOrder.replaces": answersWith("doOrder", "trade.orderNotFound", () => ({
    ...ORDER,
    replaces: things.orderId,
  })),
  "doOrder.limitClientOrderId": ownLeg("limitClientOrderId"),
  "doOrder.stopClientOrderId": ownLeg("stopClientOrderId"),
  "cancel.orderId": answersWith("cancel", "trade.orderNotFound", () => ({ orderId: things.orderId })),
  "cancel.clientOrderId": answersWith("cancel", "trade.orderNotFound", () => ({
    clientOrderId: keyOf("cancel"),
  })),
  "cancelAll.requestId": ownKey("cancelAll"),
  "twapStart.requestId": async () => {
    const started = accepted(await stranger.call("twapStart", { ...TWAP, requestId: keyOf("twapStart") }));
    expect(started.replayed).toBeUndefined();
    expect(started.twap.twapId).not.toBe(things.twapId);
    accepted(await stranger.call("twapStop", { twapId: started.twap.twapId }));
  },
  "twapStop.twapId": answersWith("twapStop", "trade.orderNotFound", () => ({ twapId: things.twapId })),
  "reduce.orderId": answersWith("reduce", "trade.orderNotFound", () => ({
    orderId: things.orderId,
    quantity: "0.0005",
  })),
  "reduce.requestId": answersWith("reduce", "trade.orderNotFound", () => ({
    orderId: things.orderId,
    quantity: "0.0005",
    requestId: keyOf("reduce"),
  })),
  "changePrice.orderId": answersWith("changePrice", "trade.orderNotFound", () => ({
    orderId: things.orderId,
    price: "50001",
  })),
  "changePrice.requestId": answersWith("changePrice", "trade.orderNotFound", () => ({
    orderId: things.orderId,
    price: "50001",
    requestId: keyOf("doOrder"),
  })),
  "contractModify.orderId": async () => {
    const placed = accepted(await victim.call("contractOrder", { ...CONTRACT_ORDER, price: "53000" }));
    const { orderId } = placed.order;
    const change = { orderId, quantity: "0.002", price: "52000" };
    expect((await stranger.call("contractModify", change)).data.error).toBe("trade.orderNotFound");
    const { order } = accepted(await victim.call("cancel", { orderId }));
    expect(order).toMatchObject({ price: "53000.0", quantity: "0.001" });
  },
  // A number that only its caller's changes have: another user's same number is another change.
  "contractModify.modifyId": async () => {
    const orderOf = async (client: WireClient) => {
      const placed = accepted(await client.call("contractOrder", { ...CONTRACT_ORDER, price: "53000" }));
      return { orderId: placed.order.orderId, quantity: "0.001", price: "52000", modifyId: 1 };
    };
    const [theirs, own] = [await orderOf(victim), await orderOf(stranger)];
    accepted(await victim.call("contractModify", theirs));
    const { order } = accepted(await stranger.call("contractModify", { ...own, price: "51000" }));
    expect(order).toMatchObject({ orderId: own.orderId, price: "51000.0" });
    const { order: ended } = accepted(await victim.call("cancel", { orderId: theirs.orderId }));
    expect(ended).toMatchObject({ price: "52000.0" });
    accepted(await stranger.call("cancel", { orderId: own.orderId }));
  },
  "contractOrder.clientOrderId": async () => {
    const clientOrderId = keyOf("contractOrder");
    const placed = accepted(await stranger.call("contractOrder", { ...CONTRACT_ORDER, clientOrderId }));
    expect("replayed" in placed).toBe(false);
    accepted(await stranger.call("cancel", { clientOrderId }));
  },
  "contractLeverage.requestId": async () => {
    const requestId = keyOf("contractLeverage");
    const set = accepted(await stranger.call("contractLeverage", { ...BTC, leverage: 10, requestId }));
    expect("replayed" in set).toBe(false);
  },
  "contractMode.requestId": async () => {
    const requestId = keyOf("contractMode");
    const set = accepted(await stranger.call("contractMode", { positionMode: "one-way", requestId }));
    expect("replayed" in set).toBe(false);
  },
  "pingCang.clientOrderId": answersWith("pingCang", "trade.positionNotFound", () => ({
    ...BTC,
    clientOrderId: keyOf("pingCang"),
  })),
  "zhiSun.requestId": answersWith("zhiSun", "trade.positionNotFound", () => ({
    ...BTC,
    stopLossPrice: "50000",
    requestId: keyOf("zhiSun"),
  })),
  "contractMargin.requestId": answersWith("contractMargin", "trade.positionNotFound", () => ({
    ...BTC,
    direction: "add",
    amount: "1",
    requestId: keyOf("contractMargin"),
  })),
  "onePingCang.requestId": answersWith("onePingCang", "trade.positionNotFound", () => ({
    requestId: keyOf("onePingCang"),
  })),
  "contractRecord.cursor": foreignCursor("contractRecord", { view: "orders" }),
  "contractFunding.cursor": async () => {
    const first = accepted(await victim.call("contractRecord", { view: "orders", limit: 1 }));
    const answer = await stranger.call("contractFunding", { cursor: first.nextCursor });
    expect(answer.data.error).toBe("trade.invalidParameters");
  },
  "profitPositions.cursor": async () => {
    const first = accepted(await victim.call("contractRecord", { view: "orders", limit: 1 }));
    const answer = await stranger.call("profitPositions", { cursor: first.nextCursor });
    expect(answer.data.error).toBe("request.parameterError");
  },
  "fundingRate.cursor": publicThing("rates are everybody's"),
  "evidence.id": answersWith("evidence", "request.unknownId", () => ({ kind: "funding", id: "1" })),
  "liabilities.treeId": publicThing("roots are everybody's"),
  "liabilityLeaf.treeId": async () => {
    const { leaf } = accepted(await victim.call("liabilityLeaf"));
    const { treeId } = accepted(await victim.call("liabilities"));
    const got = accepted(await stranger.call("liabilityLeaf", { treeId }));
    expect([got.leaf.index, got.leaf.nonce]).not.toEqual([leaf.index, leaf.nonce]);
    expect(JSON.stringify(got).includes(leaf.nonce)).toBe(false);
  },
  "convertAccept.quoteId":
    "another's quote is tried in convert.test.ts, where books stand that quotes come from",
  "convertAccept.requestId": answersWith("convertAccept", "request.unknownId", () => ({
    quoteId: things.transferId,
    requestId: keyOf("transfer"),
  })),
  "miningBuy.planId": publicThing("plans are everybody's"),
  "miningBuy.requestId": ownKey("miningBuy"),
  "miningRecord.cursor": foreignCursor("miningRecord"),
  "miningClaim.minerId": answersWith("miningClaim", "mining.minerNotFound", () => ({
    minerId: things.minerId,
  })),
  "miningClaim.requestId": answersWith("miningClaim", "mining.nothingToClaim", () => ({
    requestId: keyOf("miningClaim"),
  })),
  "miningRecycle.minerId": answersWith("miningRecycle", "mining.minerNotFound", () => ({
    minerId: things.minerId,
  })),
  "miningRecycle.requestId": answersWith("miningRecycle", "mining.minerNotFound", () => ({
    minerId: things.minerId,
    requestId: keyOf("miningClaim"),
  })),
  "leverOrder.clientOrderId": async () => {
    const request = { ...LEVER_ORDER, effect: "none", clientOrderId: keyOf("leverOrder") };
    expect((await stranger.call("leverOrder", request)).data.error).toBe("trade.insufficientBalance");
  },
  "leverTransfer.requestId": ownKey("leverTransfer"),
  "leverRepay.requestId": answersWith("leverRepay", "lever.noDebt", () => ({
    symbol: "BTCUSDT",
    asset: "USDT",
    requestId: keyOf("leverOrder"),
  })),
  "orderLRecord.cursor": foreignCursor("orderLRecord"),
  "record.cursor": foreignCursor("record", { view: "open" }),
  "moneyLog.cursor": foreignCursor("moneyLog"),
  "loginHistory.cursor": foreignCursor("loginHistory"),
  "team.cursor": foreignCursor("team"),
  "transfer.requestId": ownKey("transfer"),
  "getOrder.id": async () => {
    for (const [kind, id] of [
      ["withdrawal", things.withdrawalId],
      ["deposit", things.depositId],
      ["transfer", things.transferId],
    ] as const) {
      const answer = await stranger.call("getOrder", { kind, id });
      expect(answer.data.error, kind).toBe("request.unknownId");
    }
  },
  "findOwn.id": async () => {
    for (const id of [things.orderId, things.withdrawalId, things.depositId, things.transferId]) {
      expect(accepted(await victim.call("findOwn", { id })).list, id).not.toHaveLength(0);
      expect(accepted(await stranger.call("findOwn", { id })).list, id).toHaveLength(0);
    }
  },
  "rechargeOrder.txHash": async () => {
    const answer = accepted(await stranger.call("rechargeOrder", { chain: CHAIN, txHash: things.txHash }));
    expect(answer.deposit).toBe(null);
  },
  "faucet.requestId": ownKey("faucet"),
  "addSite.requestId": ownKey("addSite"),
  "removeSite.siteId": answersWith("removeSite", "request.unknownId", () => ({ siteId: things.siteId })),
  "removeSite.requestId": answersWith("removeSite", "request.unknownId", () => ({
    siteId: things.siteId,
    requestId: keyOf("removeSite"),
  })),
  "withdraw.requestId": ownKey("withdraw"),
  "chatSend.imageUrl": answersWith("chatSend", "upload.imageFormat", () => ({ imageUrl: things.chatPhoto })),
  "chatSend.requestId": ownKey("chatSend"),
  "chatList.cursor": foreignCursor("chatList"),
  "notifyAlerts.alertId": answersWith("notifyAlerts", "request.unknownId", () => ({
    action: "remove",
    alertId: things.alertId,
  })),
};

function submission(foreign: "photoFront" | "photoBack"): object {
  return {
    level: 1,
    country: "DE",
    fullName: "A Stranger",
    idNumber: "X1234567",
    address: "Somewhere",
    photoFront: own.photo,
    photoBack: own.photo,
    [foreign]: things.photo,
  };
}
const own = { photo: "" };

const NAMING = new Set(["Id", "Key", "Url", "RandomText"]);
const NAMES = /(^id|Id|^cursor|Hash|^url|Url|^photo.*|^avatar)$/;

type Json = Record<string, unknown>;

/** Returns the request fields that name something, including those inside alternatives. */
function namingFields(schema: Json, definitions: Json): string[] {
  const referred = definitions[typeof schema.$ref === "string" ? schema.$ref.replace("#/$defs/", "") : ""];
  if (referred !== undefined) return namingFields(referred as Json, definitions);
  const alternatives = ["anyOf", "oneOf", "allOf"].flatMap((word) => (schema[word] ?? []) as Json[]);
  const found = alternatives.flatMap((each) => namingFields(each, definitions));
  for (const [field, value] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) {
    const type = typeof value.$ref === "string" ? value.$ref.replace("#/$defs/", "") : "";
    if (NAMING.has(type) || NAMES.test(field)) found.push(field);
  }
  return [...new Set(found)];
}

function allNamingFields(): string[] {
  return CALL_NAMES.flatMap((name) => {
    const json = z.toJSONSchema(CALLS[name].request, { io: "input", unrepresentable: "any" }) as Json;
    return namingFields(json, (json.$defs ?? {}) as Json).map((field) => `${name}.${field}`);
  });
}

test("SEC-02 every field that names something is tried with another user's", () => {
  expect(Object.keys(COVERED).sort()).toEqual(allNamingFields().sort());
});

describe("SEC-02 another user's", () => {
  const attempts = Object.entries(COVERED).filter((entry): entry is [string, Attempt] => {
    return typeof entry[1] === "function";
  });

  test.each(attempts)("%s returns and changes nothing of theirs", async (_field, attempt) => {
    if (own.photo === "") {
      const bytes = await picture("jpeg", 40, 40);
      own.photo = accepted(await sendForm(stranger, { purpose: "identity" }, [{ bytes }])).url;
    }
    const before = await victimsView();
    await attempt();
    expect(await victimsView()).toBe(before);
  });
});

test("SEC-02 the victim's own calls with the same names work", async () => {
  accepted(await victim.call("reduce", { orderId: things.orderId, quantity: "0.0005" }));
  accepted(await victim.call("cancel", { clientOrderId: keyOf("doOrder") }));
  accepted(await victim.call("profile", { avatar: things.avatar }));
  accepted(await victim.call("getOrder", { kind: "deposit", id: things.depositId }));
  accepted(await victim.call("removeSite", { siteId: things.siteId }));
  const passkey = { action: "remove", passkeyId: things.passkeyId, password: "kestrel7" };
  const { options = {} } = accepted(await victim.call("passkey", { action: "challenge" }));
  const proof = authenticators.get(things.passkeyId)?.get(options, { origin: `http://${HOST}` });
  accepted(await victim.call("passkey", { ...passkey, secondFactor: { passkey: proof } }));
  const apiKey = { action: "remove", apiKeyId: things.apiKeyId, password: "kestrel7" };
  accepted(await victim.call("apiKey", apiKey));
  expect(accepted(await victim.call("revoke", { sessionId: things.sessionId })).ended).toBe(1);
});
