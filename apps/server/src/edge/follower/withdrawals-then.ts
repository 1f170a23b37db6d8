import { EVENT } from "@candor/codec/event-record";
import type { EnginePort } from "@candor/domain/engine-port";
import type { WithdrawalChanged } from "@candor/domain/events/events";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { MovementPort } from "../../custody/wallet-movements/movement-port.ts";
import { BoundedMap } from "../../kit/bounded-map.ts";
import { reached } from "./reached.ts";

/** Changes that are remembered; a gateway asks within milliseconds. */
const MAX_REMEMBERED = 10_000;

/** Withdrawals as they were at each change, for gateways, which ask a little later. */
export class WithdrawalsThen {
  private readonly engine: Pick<EnginePort, "on" | "durableSeq">;
  private readonly movements: Pick<MovementPort, "withdrawal">;
  private readonly remembered = new BoundedMap<string, WireWithdrawal>(MAX_REMEMBERED);

  constructor(engine: Pick<EnginePort, "on" | "durableSeq">, movements: Pick<MovementPort, "withdrawal">) {
    this.engine = engine;
    this.movements = movements;
    engine.on({
      kinds: [EVENT.withdrawalChanged],
      event: (event) => {
        const change = event.decode() as WithdrawalChanged;
        this.remembered.set(nameOf(change, event.seq), movements.withdrawal(change));
      },
    });
  }

  /** Returns a withdrawal as of its change by a command. */
  async at(change: WithdrawalChanged, seq: number): Promise<WireWithdrawal> {
    await reached(this.engine, seq);
    return this.remembered.get(nameOf(change, seq)) ?? this.movements.withdrawal(change);
  }
}

const nameOf = ({ status, withdrawalId }: WithdrawalChanged, seq: number): string =>
  `${seq} ${withdrawalId} ${status}`;
