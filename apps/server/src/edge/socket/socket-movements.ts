import type { WithdrawalChanged } from "@candor/domain/events/events";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { MovementPort } from "../../custody/wallet-movements/movement-port.ts";

/** Deposits and withdrawals in wire format. In another thread than theirs, a withdrawal must be asked for. */
export interface SocketMovements extends Pick<MovementPort, "subscribe"> {
  /**
   * Returns a withdrawal as of that event.
   * @param seq number of the event's command
   */
  withdrawal(event: WithdrawalChanged, seq: number): WireWithdrawal | Promise<WireWithdrawal>;
}
