import type { WireChatMessage, WireServiceDesk } from "@candor/protocol/wire/chat-calls";
import type { LegacyApi } from "./legacy-api.ts";
import { LiveStore } from "./live-store.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import type { SocketClient } from "./socket-client.ts";
import type { BoundMessage, PrivateMessage } from "./socket-messages.ts";

export interface ChatView {
  readonly state: LoadState;
  /** Oldest first. */
  readonly messages: readonly WireChatMessage[];
  readonly hasOlder: boolean;
  readonly isLoadingOlder: boolean;
  /** Whether somebody is there; undefined until it is known. */
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
/** A picture's link that lives for longer than this is kept, so that the picture is not fetched again. */
const LINK_LEFT_MS = 60_000;

/**
 * One user's conversation with customer service, while somebody watches: its newest page is fetched at first, after each
 * bind and with each answer, which then counts as read; what comes in between arrives by the socket. A message is known by
 * its id, whichever way it came.
 */
export class ChatStore extends LiveStore<ChatView> {
  private readonly client: Pick<SocketClient, "onPrivate" | "onBound">;
  private readonly api: Pick<LegacyApi, "call">;
  private readonly isCurrent: () => boolean;
  private readonly loader: Loader<ChatPage>;
  private readonly older: Loader<ChatPage>;
  private readonly messages = new Map<string, WireChatMessage>();
  /** Where the oldest page that is known ended; undefined before the first one. */
  private cursor: string | null | undefined;
  private desk: WireServiceDesk | undefined;
  private stops: (() => void)[] = [];

  /** @param isCurrent whether the user whose conversation this is is the one who is logged in */
  constructor(
    client: Pick<SocketClient, "onPrivate" | "onBound">,
    api: Pick<LegacyApi, "call">,
    pulse: Pulse,
    isCurrent: () => boolean,
  ) {
    super(pulse, NOTHING);
    this.client = client;
    this.api = api;
    this.isCurrent = isCurrent;
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

  reload(): void {
    this.loader.load();
  }

  loadOlder(): void {
    if (typeof this.cursor !== "string" || this.older.loading) return;
    this.older.load();
    this.changed();
  }

  /** Takes over what sending answered, so that it shows before the socket tells. */
  applyReply(message: WireChatMessage): void {
    this.add(message);
    this.changed();
  }

  protected override start(): void {
    this.stops = [
      this.client.onPrivate((message) => this.receive(message)),
      this.client.onBound((bound) => this.bound(bound)),
    ];
    this.loader.load();
  }

  protected override stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.loader.stop();
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

  private bound({ private: isPrivate }: BoundMessage): void {
    if (isPrivate && this.isCurrent()) this.loader.load();
  }

  private receive(message: PrivateMessage): void {
    if (!this.isCurrent() || message.type !== "chat") return;
    this.add(message.data.message);
    this.changed();
    // Who looks at an answer has read it: the newest page says so to the server.
    if (message.data.message.from === "support") this.loader.load();
  }

  private takeNewest({ list, nextCursor, desk }: ChatPage): void {
    const oldest = list.at(-1);
    const isFar = oldest !== undefined && nextCursor !== null && !this.messages.has(oldest.id);
    // More was missed than a page holds: what is known is not joined to it, and is fetched again when asked for.
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
    if (known === undefined || !isLinkAlive(known.imageUrl)) this.messages.set(message.id, message);
  }

  private async fetch(cursor: string | undefined, signal: AbortSignal): Promise<ChatPage> {
    const request = { limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) };
    return await this.api.call("chatList", request, { signal });
  }
}

function isLinkAlive(url: string | null): boolean {
  if (url === null) return true;
  const expiresAtMs = Number(/[?&]expires=([0-9]+)/.exec(url)?.[1] ?? 0);
  return expiresAtMs - Date.now() > LINK_LEFT_MS;
}
