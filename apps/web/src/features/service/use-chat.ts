import { ChatStore } from "../../data/chat-store.ts";
import { live } from "../../shell/services/services.ts";
import { appState, useAppStore } from "../../state/app-store.ts";

/** The logged-in user's conversation with customer service. */
export function useChatStore(): ChatStore {
  const userId = useAppStore((state) => state.user?.id ?? "");
  return live.other(
    `chat ${userId}`,
    ({ socket, api, pulse }) =>
      new ChatStore(socket, api, pulse, () => userId !== "" && appState().user?.id === userId),
  );
}
