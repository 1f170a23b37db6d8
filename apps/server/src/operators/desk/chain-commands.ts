import { COIN_DECIMALS } from "../../config/chain/network-settings.ts";
import { type CustodyView, type GasView } from "../../custody/chain/chain-port.ts";
import { decimalOf } from "../../custody/chain/deposit-view.ts";
import { Refusal, type Row } from "../protocol/operator-messages.ts";
import type { OperatorCommand } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";

export function chainCommands({ chains }: Pick<OperatorPorts, "chains">) {
  return {
    "chain status": {
      kind: "read",
      read: async () => {
        const [custody, gas] = await Promise.all([chains.custody(), chains.gas()]);
        const alarms = custody.filter(({ difference }) => difference !== "0").length;
        const alarm = alarms === 0 ? [] : [`ALARM: ${alarms} unexplained balances.`];
        return {
          note: [...alarm, ...gas.map(gasNote)].join(" "),
          rows: custody.map((view) => rowOf(view, chains)),
        };
      },
    },
    "chain accept-loss": {
      kind: "act",
      plan: ({ target }) => {
        const deposit = chains.deposit(target);
        if (deposit === undefined) return new Refusal(`There is no deposit ${target}.`);
        const { userId, status, txHash } = deposit;
        return {
          target,
          before: { user: userId, status, txHash },
          act: async () =>
            (await chains.acceptLoss(target))
              ? {
                  after: { borneBy: "platform" },
                  note: `The platform covers the loss of deposit ${target}. The chain continues.`,
                }
              : new Refusal(`Deposit ${target} was not credited and then removed by the chain.`),
        };
      },
    },
  } as const satisfies Record<string, OperatorCommand>;
}

function gasNote({ chainName, address, balance, sweeps, isLow }: GasView): string {
  const has = `${decimalOf(balance, COIN_DECIMALS)} coins, enough for ${sweeps} sweeps of tokens`;
  return `${isLow ? "LOW: " : ""}Gas account of ${chainName}, ${address}: ${has}.`;
}

function rowOf(view: CustodyView, chains: OperatorPorts["chains"]): Row {
  const chain = chains.chains.find((each) => each.chain === view.chain);
  const write = (units: string): string => decimalOf(units, view.chainDecimals);
  return {
    chain: view.chain,
    height: chain?.headBlock ?? null,
    paused: chain?.paused ?? null,
    asset: view.symbol,
    hotWallet: write(view.hotWallet),
    depositAddresses: write(view.depositAddresses),
    outsideWorld: write(view.outsideWorld),
    uncredited: write(view.uncredited),
    platform: write(view.platform),
    difference: write(view.difference),
    liabilities: write(view.liabilities),
  };
}
