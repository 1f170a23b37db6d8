import { MovementStore } from "../../data/movement-store.ts";
import { live } from "../../shell/services/services.ts";
import { appState } from "../../state/app-store.ts";

/** The logged-in user's deposits and withdrawals, from socket messages. */
export function movementStore(): MovementStore {
  const userId = appState().user?.id ?? "";
  return live.other(
    `movements of ${userId}`,
    ({ socket, pulse }) => new MovementStore(socket, pulse, () => (appState().user?.id ?? "") === userId),
  );
}
