import type { ExchangeView } from "@candor/domain/engine-port";
import { LIMITS } from "@candor/domain/limits";
import { trimZeros } from "@candor/money/decimal";
import type { HealthLine } from "@candor/wire/console/dashboard";
import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import { type GasView } from "../../custody/chain/chain-port.ts";
import { decimalOf } from "../../custody/chain/deposit-view.ts";
import type { SignerState } from "../../custody/chain/open-chains.ts";
import type { ConsoleExchange } from "./console-ports.ts";

/** An engine query that takes longer is waiting behind other work. */
const SLOW_ENGINE_MS = 1_000;
/** Read models further behind than this show outdated data. */
const MAX_READ_MODEL_LAG = 10_000;

/** Maximum number of markets named per line. */
const MAX_NAMES = 5;

const number = (value: number): string => value.toLocaleString("en");

/**
 * Returns the current health of each part. The engine answers only after its journal is durable, so its time covers
 * both.
 */
export function healthLines(
  exchange: ConsoleExchange,
  view: ExchangeView,
  engineMs: number,
  signer: SignerState | undefined,
  gas: readonly GasView[] | undefined,
): HealthLine[] {
  const { engine, readModels } = exchange;
  const behind = Math.max(0, engine.durableSeq - readModels.reachedSeq);
  return [
    {
      part: "journal",
      name: "Journal",
      state: "well",
      detail: `command ${number(engine.durableSeq)} durable`,
    },
    {
      part: "engine",
      name: "Engine",
      state: engineMs > SLOW_ENGINE_MS ? "delayed" : "well",
      detail: `answered in ${engineMs.toFixed(1)} ms, ${number(view.markets.length)} markets`,
    },
    {
      part: "read models",
      name: "Read models",
      state: behind > MAX_READ_MODEL_LAG ? "delayed" : "well",
      detail: behind === 0 ? "up to date" : `${number(behind)} commands behind`,
    },
    ...clockLines(exchange),
    ...priceLines(exchange),
    ...chainLines(exchange),
    ...gasLines(gas),
    codeLine(exchange),
    ...(signer === "none"
      ? []
      : [
          {
            part: "signer",
            name: "Signer",
            state: signer ?? "down",
            detail: signerDetail(signer),
          } as const,
        ]),
  ];
}

function signerDetail(signer: "well" | "down" | undefined): string {
  if (signer === undefined) return "its state is not known: withdrawals may not be paid";
  return signer === "well" ? "answers" : "not responding: withdrawals are not paid";
}

function clockLines({ clock }: ConsoleExchange): HealthLine[] {
  if (clock === undefined) return [];
  const { isHeld, isAhead, deviationMs } = clock();
  const off = `${number(Math.round(Math.abs(deviationMs) / 1_000))} s ${deviationMs > 0 ? "ahead of" : "behind"}`;
  const detail = isHeld
    ? `${off} the expected time: markets are cancel-only until it returns or "clock accept"`
    : isAhead
      ? `${off} the exchange's time, accepted by an operator`
      : "in step";
  return [{ part: "clock", name: "Clock", state: isHeld ? "down" : isAhead ? "delayed" : "well", detail }];
}

/** While codes from unknown callers are refused, someone is trying to take over accounts. */
function codeLine({ identity }: ConsoleExchange): HealthLine {
  const { isExhausted: isShut, lastHour, most } = identity.guesses();
  const count =
    lastHour === 0 ? "no wrong codes" : `${number(lastHour)} wrong ${lastHour === 1 ? "code" : "codes"}`;
  const tried = `${count} for password resets from unknown devices in the last hour`;
  return {
    part: "codes",
    name: "Verification codes",
    state: isShut ? "down" : "well",
    detail: isShut
      ? `${tried}: above ${number(most)}, only devices and networks that have logged in before can reset a password`
      : tried,
  };
}

function priceLines({ prices }: ConsoleExchange): HealthLine[] {
  const { sources, markets } = prices();
  return sources.map(({ name, kind, state }) => {
    const stale = markets.filter(({ sources: of }) =>
      of.some(
        (source) => source.name === name && (source.ageMs ?? Number.POSITIVE_INFINITY) > LIMITS.staleSourceMs,
      ),
    );
    const isWell = state === "connected" && stale.length === 0;
    const words =
      stale.length === 0 ? "" : `; no fresh price for ${namesOf(stale.map(({ symbol }) => symbol))}`;
    return {
      part: "prices",
      name: `Prices: ${name}`,
      state: state !== "connected" ? "down" : isWell ? "well" : "delayed",
      detail: `${kind === name ? "" : `${kind}, `}${state}${words}`,
    };
  });
}

function namesOf(symbols: readonly string[]): string {
  const others = symbols.length - MAX_NAMES;
  return `${symbols.slice(0, MAX_NAMES).join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}

function chainLines({ chains }: ConsoleExchange): HealthLine[] {
  return chains.chains.map(({ chainName, headBlock, paused, unconfirmed }) => ({
    part: "chain",
    name: chainName,
    state: paused === undefined ? "well" : "down",
    detail:
      paused === undefined
        ? `block ${number(headBlock)}`
        : `paused: ${[paused, ...(paused === "unconfirmed" ? unconfirmed : [])].join("; ")}`,
  }));
}

const READ_DECIMALS = 4;
const MIN_READ = "0.0001";

/** Shortens an amount for display: "99,999.9998". */
function coins(wei: string): string {
  const [whole = "", fraction = ""] = decimalOf(wei, COIN_DECIMALS).split(".");
  const [, read = ""] = trimZeros(`0.${fraction.slice(0, READ_DECIMALS)}`).split(".");
  if (read === "" && fraction !== "" && whole === "0") return `less than ${MIN_READ}`;
  return `${BigInt(whole).toLocaleString("en")}${read === "" ? "" : `.${read}`}`;
}

/** Without gas, tokens stay on deposit addresses, and eventually withdrawals wait for them. */
function gasLines(gas: readonly GasView[] | undefined): HealthLine[] {
  if (gas === undefined)
    return [{ part: "gas", name: "Gas accounts", state: "delayed", detail: "a chain is not responding" }];
  return gas.map(({ chainName, coin, address, balance, sweeps, isLow }) => ({
    part: "gas",
    name: `Gas account: ${chainName}`,
    state: sweeps === 0 ? "down" : isLow ? "delayed" : "well",
    detail: `${coins(balance)} ${coin}, enough for ${number(sweeps)} token sweeps${isLow ? `: refill ${address}` : ""}`,
  }));
}
