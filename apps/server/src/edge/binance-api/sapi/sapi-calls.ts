import type { KeyedCall, PublicCall, SignedCall } from "../binance-call.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { accountStateCalls } from "./account-state-calls.ts";
import { coinCalls } from "./coin-calls.ts";
import { forbiddenCalls } from "./forbidden-calls.ts";
import { marginMarketCalls, marginReadCalls } from "./margin-account-calls.ts";
import { marginOrderCalls } from "./margin-order-calls.ts";
import { movementCalls } from "./movement-calls.ts";

/** `/sapi`: wallets, wallet movements and margin orders. */
export function sapiCalls(ports: BinancePorts): {
  readonly open: readonly PublicCall[];
  readonly signed: readonly SignedCall[];
  readonly keyed: readonly KeyedCall[];
} {
  return {
    open: [systemStatus(ports)],
    signed: [
      ...accountStateCalls(ports),
      ...coinCalls(ports),
      ...movementCalls(ports),
      ...marginReadCalls(ports),
      ...marginOrderCalls(ports),
      ...forbiddenCalls(),
    ],
    keyed: marginMarketCalls(ports),
  };
}

/** Also answered while the site is closed, to report that. */
function systemStatus({ site }: BinancePorts): PublicCall {
  return {
    method: "GET",
    path: "/v1/system/status",
    answer: () =>
      site.current().open ? { status: 0, msg: "normal" } : { status: 1, msg: "system_maintenance" },
  };
}
