import { showToast } from "@candor/ui/toast-store";
import { ApiError, retryAfterMs } from "../../data/api-error.ts";
import { useAppStore } from "../../state/app-store.ts";
import { messageOf } from "../calls/use-call.ts";
import { api } from "../services/services.ts";
import { beforeLogOut } from "../session/before-log-out.ts";
import { nameOfKey, VISITOR } from "./document-copies.ts";
import { DocumentStore } from "./document-store.ts";

/** Least time between two reads because the page is visible again. */
const REFRESH_MS = 60_000;

/** The documents of the account that is logged in, or of the visitor. */
export const documents = new DocumentStore({
  read: async (names) => (await api.call("accountDocuments", { names: [...names] })).list,
  save: (name, value, basedOn, isParting) =>
    api.call("saveDocument", { name, value: value ?? null, basedOn }, { isParting }),
  explain(error) {
    if (!(error instanceof ApiError)) throw error;
    const isTemporary = error.outcomeUnknown || error.error === "request.tooFast";
    // The end of a session has its own message.
    if (error.error === "request.tooLarge" || error.error === "request.parameterError")
      showToast(messageOf(error), { kind: "error" });
    return { isTemporary, afterMs: retryAfterMs(error) };
  },
});

const ownerOf = ({ token, user }: ReturnType<typeof useAppStore.getState>): string =>
  token === "" || user === null ? VISITOR : user.id;

/** Keeps the store in step with the session, other tabs and the page's life. */
function start(): void {
  documents.setOwner(ownerOf(useAppStore.getState()));
  useAppStore.subscribe((state) => documents.setOwner(ownerOf(state)));
  beforeLogOut.add(() => documents.flush());
  let refreshedAtMs = Date.now();
  window.addEventListener("storage", ({ key }) => {
    const name = nameOfKey(key, ownerOf(useAppStore.getState()));
    if (name !== undefined) documents.follow(name);
  });
  window.addEventListener("pagehide", () => void documents.flush(true));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") return void documents.flush(true);
    if (Date.now() - refreshedAtMs < REFRESH_MS) return;
    refreshedAtMs = Date.now();
    documents.refresh();
  });
}
start();
