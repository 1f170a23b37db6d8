import type { WireChatMessage, WireServiceDesk } from "@candor/wire/chat-calls";
import type { LegacyApi } from "./legacy-api.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import type { ServerClock } from "./server-clock.ts";
import type { PrivateMessage } from "./socket-messages.ts";
import { type PrivateSource, UserStore } from "./user-store.ts";

export interface ChatView {
  readonly state: LoadState;
  /** Oldest first. */
  readonly messages: readonly WireChatMessage[];
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /** Whether support is online; undefined until known. */
  readonly desk: WireServiceDesk | undefined;
}

interface ChatPage {
  readonly list: readonly WireChatMessage[];
  readonly nextCursor: string | null;
  readonly desk: WireServiceDesk;
}

const NOTHING: ChatView = {
  state: "loading",
  messages: [],
  hasOlder: false,
  isLoadingOlder: false,
  desk: undefined,
};
const PAGE_SIZE = 30;
/** A picture link valid for longer than this is reused, so that the picture is not fetched again. */
const LINK_LEFT_MS = 60_000;

/**
 * One user's conversation with customer service. Each answer refetches the newest page, which marks it as read.
 * Messages are deduplicated by id.
 */
export class ChatStore extends UserStore<ChatView> {
  private readonly api: Pick<LegacyApi, "call">;
  private readonly clock: Pick<ServerClock, "now">;
  protected override readonly loader: Loader<ChatPage>;
  private readonly older: Loader<ChatPage>;
  private readonly messages = new Map<string, WireChatMessage>();
  /** Cursor after the oldest known page; undefined before the first page. */
  private cursor: string | null | undefined;
  private desk: WireServiceDesk | undefined;

  constructor(
    client: PrivateSource & { readonly clock: Pick<ServerClock, "now"> },
    api: Pick<LegacyApi, "call">,
    pulse: Pulse,
    isCurrent: () => boolean,
  ) {
    super(client, pulse, NOTHING, isCurrent);
    this.api = api;
    this.clock = client.clock;
    this.loader = new Loader<ChatPage>(
      (signal) => this.fetch(undefined, signal),
      (page) => this.takeNewest(page),
      () => this.changed(),
    );
    this.older = new Loader<ChatPage>(
      (signal) => this.fetch(this.cursor ?? undefined, signal),
      (page) => this.takeOlder(page),
      () => this.changed(),
    );
  }

  loadOlder(): void {
    if (typeof this.cursor !== "string" || this.older.loading) return;
    this.older.load();
    this.changed();
  }

  /** Applies the reply to a sent message, so that it shows before the socket message arrives. */
  applyReply(message: WireChatMessage): void {
    this.add(message);
    this.changed();
  }

  protected override stop(): void {
    super.stop();
    this.older.stop();
  }

  protected override build(): ChatView {
    return {
      state: this.loader.state,
      messages: [...this.messages.values()].sort((a, b) => a.timeMs - b.timeMs),
      hasOlder: typeof this.cursor === "string",
      isLoadingOlder: this.older.loading,
      desk: this.desk,
    };
  }

  protected override receive(message: PrivateMessage): void {
    if (message.type !== "chat") return;
    this.add(message.data.message);
    this.changed();
    // The user is looking at the answer: fetching the newest page marks it as read on the server.
    if (message.data.message.from === "support") this.loader.load();
  }

  private takeNewest({ list, nextCursor, desk }: ChatPage): void {
    const oldest = list.at(-1);
    const isFar = oldest !== undefined && nextCursor !== null && !this.messages.has(oldest.id);
    // More than one page was missed: drop the older messages, which no longer connect; they are fetched again on
    // demand.
    if (isFar) this.messages.clear();
    if (isFar || this.cursor === undefined) this.cursor = nextCursor;
    for (const message of list) this.add(message);
    this.desk = desk;
  }

  private takeOlder({ list, nextCursor }: ChatPage): void {
    for (const message of list) this.add(message);
    this.cursor = nextCursor;
  }

  private add(message: WireChatMessage): void {
    const known = this.messages.get(message.id);
    if (known === undefined || !isLinkAlive(known.imageUrl, this.clock.now()))
      this.messages.set(message.id, message);
  }

  private async fetch(cursor: string | undefined, signal: AbortSignal): Promise<ChatPage> {
    const request = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    return await this.api.call("chatList", request, { signal });
  }
}

function isLinkAlive(url: string | null, nowMs: number): boolean {
  if (url === null) return true;
  const expiresAtMs = Number(/[?&]expires=([0-9]+)/.exec(url)?.[1] ?? 0);
  return expiresAtMs - nowMs > LINK_LEFT_MS;
}
