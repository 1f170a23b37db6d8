import type { AccountView } from "@candor/domain/engine-port";
import { formatDecimal } from "@candor/money/decimal";
import { maskContact } from "@candor/text/mask-contact";
import type {
  UserBalance,
  UserDetail,
  UserEquity,
  UserFundLine,
  UserHit,
  UserSearch,
} from "@candor/wire/console/users";
import { z } from "zod";
import { totalEquity } from "../../../market/wire-objects/total-equity.ts";
import { Refusal } from "../../../operators/protocol/operator-messages.ts";
import { COMMAND_ROLES } from "../../../operators/protocol/roles.ts";
import type { ClosedAccount } from "../../../people/identity/identity-records.ts";
import { isBlocked } from "../../../people/identity/is-blocked.ts";
import type { User } from "../../../people/identity/user-and-session.ts";
import { consoleCall } from "../console-call.ts";
import type { ConsoleExchange } from "../console-ports.ts";

const MAX_HITS = 50;
const FUND_LINES = 50;
const USER_ID = /^[0-9]{1,10}$/;

export const userCalls = {
  /** Searches by id, mailbox, phone, username or nickname, or a part of them; without a text, returns the newest users. */
  "user-search": consoleCall({
    roles: COMMAND_ROLES["user show"],
    input: z.strictObject({ text: z.string().trim().min(2).max(100).optional() }),
    handle: ({ text }, { ports: { exchange } }) => usersNamed(exchange, text),
  }),
  "user-detail": consoleCall({
    roles: COMMAND_ROLES["user show"],
    input: z.strictObject({ userId: z.int().min(0) }),
    handle: ({ userId }, { ports: { exchange } }) => userDetailOf(exchange, userId),
  }),
} as const;

export async function usersNamed(
  { identity }: Pick<ConsoleExchange, "identity">,
  text?: string,
): Promise<UserSearch> {
  if (text === undefined)
    return { hits: newestUsers(identity).map(hitOf), more: identity.userCount > MAX_HITS };
  const closed = USER_ID.test(text) ? identity.closedAccount(Number(text)) : undefined;
  if (closed !== undefined) return { hits: [closedHit(closed)], more: false };
  const users = await identity.searchUsers(text, MAX_HITS + 1);
  return { hits: users.slice(0, MAX_HITS).map(hitOf), more: users.length > MAX_HITS };
}

/** By descending id; skips closed accounts. */
function newestUsers(
  identity: Pick<ConsoleExchange["identity"], "user" | "newestUser" | "userCount">,
): readonly User[] {
  const users: User[] = [];
  const wanted = Math.min(MAX_HITS, identity.userCount);
  for (let id = identity.newestUser; id > 0 && users.length < wanted; id--) {
    const user = identity.user(id);
    if (user !== undefined) users.push(user);
  }
  return users;
}

function hitOf(user: User): UserHit {
  const { userId, username, nickname, email, phone, createdAtMs } = user;
  return {
    userId,
    username,
    nickname,
    email: email === null ? null : maskContact(email),
    phone: phone === null ? null : maskContact(phone),
    frozen: isBlocked(user),
    registeredAtMs: createdAtMs,
    closedAtMs: null,
  };
}

/** Personal data has been deleted. */
function closedHit({ userId, createdAtMs, closedAtMs }: ClosedAccount): UserHit {
  const nobody = { username: null, nickname: "", email: null, phone: null };
  return { userId, ...nobody, frozen: false, registeredAtMs: createdAtMs, closedAtMs };
}

/** Returns a user's details, balances and newest ledger entries. */
export async function userDetailOf(
  exchange: Pick<ConsoleExchange, "identity" | "verification" | "readModels" | "listings" | "mirror"> & {
    readonly engine: Pick<ConsoleExchange["engine"], "accountView">;
  },
  userId: number,
): Promise<UserDetail | Refusal> {
  const user = exchange.identity.user(userId);
  const account = user ?? exchange.identity.closedAccount(userId);
  if (account === undefined) return new Refusal("There is no such user.");
  const [view, funds] = await Promise.all([exchange.engine.accountView(userId), fundLines(exchange, userId)]);
  return {
    user: "closedAtMs" in account ? closedHit(account) : hitOf(account),
    kind: user?.kind ?? "trader",
    verification: exchange.verification.levelOf(userId),
    documentsKeptUntilMs: exchange.verification.retainedUntilMs(userId) ?? null,
    invitedBy: account.invitedBy,
    frozenAccounts: view.frozenWallets,
    equity: equityOf(totalEquity(view, exchange.listings, exchange.mirror)),
    balances: balancesOf(exchange.listings, view),
    funds,
  };
}

/** Without the prices, which the console does not show. */
const equityOf = ({
  asset: _asset,
  prices: _prices,
  ...equity
}: ReturnType<typeof totalEquity>): UserEquity => equity;

/** Wallets first, then both coins of every margin account. */
function balancesOf(
  listings: ConsoleExchange["listings"],
  { balances, levers = [] }: AccountView,
): readonly UserBalance[] {
  return [
    ...balances.map(({ wallet, assetId, availableUnits, frozenUnits }) => {
      const { symbol, scale } = listings.asset(assetId).spec;
      return {
        wallet,
        margin: null,
        asset: symbol,
        available: formatDecimal(availableUnits, scale),
        frozen: formatDecimal(frozenUnits, scale),
        debt: formatDecimal(0, scale),
      };
    }),
    ...levers.flatMap((lever) => {
      const { spec, base, quote } = listings.market(lever.marketId);
      const account = { wallet: "coin", margin: spec.symbol };
      return [
        {
          ...account,
          asset: base.spec.symbol,
          available: formatDecimal(lever.baseAvailableUnits, base.spec.scale),
          frozen: formatDecimal(lever.baseFrozenUnits, base.spec.scale),
          debt: formatDecimal(lever.baseDebtUnits + lever.baseInterestUnits, base.spec.scale),
        },
        {
          ...account,
          asset: quote.spec.symbol,
          available: formatDecimal(lever.quoteAvailableUnits, quote.spec.scale),
          frozen: formatDecimal(lever.quoteFrozenUnits, quote.spec.scale),
          debt: formatDecimal(lever.quoteDebtUnits + lever.quoteInterestUnits, quote.spec.scale),
        },
      ];
    }),
  ];
}

async function fundLines(
  { readModels, listings }: Pick<ConsoleExchange, "readModels" | "listings">,
  userId: number,
): Promise<readonly UserFundLine[]> {
  const page = await readModels.fundRecords({ userId }, FUND_LINES);
  if (typeof page === "string") throw new Error("unexpected bad cursor on a first page");
  return page.rows.map((record) => {
    const { recordId, timeMs, kind, wallet, marginMarketId, assetId, amountUnits, afterUnits } = record;
    const { symbol, scale } = listings.asset(assetId).spec;
    return {
      recordId,
      timeMs,
      kind,
      wallet,
      margin: marginMarketId < 0 ? null : listings.market(marginMarketId).spec.symbol,
      asset: symbol,
      amount: formatDecimal(amountUnits, scale),
      after: formatDecimal(afterUnits, scale),
    };
  });
}
