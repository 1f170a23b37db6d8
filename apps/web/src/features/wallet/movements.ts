import { MovementStore } from "../../data/movement-store.ts";
import { live } from "../../shell/services.ts";
import { appState } from "../../state/app-store.ts";

/** The deposits and withdrawals of whoever is logged in, as the socket tells them. */
export function movementStore(): MovementStore {
  const userId = appState().vuex_user?.id ?? "";
  return live.other(
    `movements of ${userId}`,
    ({ socket, pulse }) =>
      new MovementStore(socket, pulse, () => (appState().vuex_user?.id ?? "") === userId),
  );
}
