import type { WireOption } from "@candor/protocol/wire/option-objects";
import type { LegacyApi } from "./legacy-api.ts";
import { LiveStore } from "./live-store.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import { SequencedMap } from "./sequenced-map.ts";
import type { SocketClient } from "./socket-client.ts";
import type { BoundMessage, PrivateMessage } from "./socket-messages.ts";

export interface OptionView {
  readonly state: LoadState;
  /** Accepted and running ones, newest first. */
  readonly open: readonly WireOption[];
  /** The last one that the socket said has ended, while somebody watched. */
  readonly ended: WireOption | null;
}

const NOTHING: OptionView = { state: "loading", open: [], ended: null };
const PAGE_SIZE = 100;
const KEPT_ENDED = 50;
const MANY = 500;

export const isOpenOption = ({ status }: WireOption): boolean =>
  status === "accepted" || status === "running";

interface OptionPage {
  readonly list: readonly WireOption[];
  readonly asOfSeq: number;
}

/**
 * One user's open second contracts, while somebody watches: fetched at first and after each bind, then followed by
 * private messages. What has the higher sequence number stands.
 */
export class OptionStore extends LiveStore<OptionView> {
  private readonly client: SocketClient;
  private readonly api: LegacyApi;
  private readonly isCurrent: () => boolean;
  private readonly loader: Loader<OptionPage>;
  private readonly options = new SequencedMap<WireOption>();
  private ended: WireOption | null = null;
  private stops: (() => void)[] = [];

  /** @param isCurrent whether the user whose store this is is the one who is logged in */
  constructor(client: SocketClient, api: LegacyApi, pulse: Pulse, isCurrent: () => boolean) {
    super(pulse, NOTHING);
    this.client = client;
    this.api = api;
    this.isCurrent = isCurrent;
    this.loader = new Loader<OptionPage>(
      (signal) => this.fetch(signal),
      ({ list, asOfSeq }) =>
        this.options.replace(
          list.map((option) => [option.optionId, option]),
          asOfSeq,
        ),
      () => this.changed(),
    );
  }

  reload(): void {
    this.loader.load();
  }

  /** Takes over what buying one answered, so that it shows before the socket tells. */
  applyReply(option: WireOption, asOfSeq: number): void {
    this.options.reply(option.optionId, option, asOfSeq);
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
    this.ended = null;
  }

  protected override build(): OptionView {
    const open = this.options.values().filter(isOpenOption);
    open.sort((a, b) => b.seq - a.seq);
    return { state: this.loader.state, open, ended: this.ended };
  }

  private bound({ private: isPrivate }: BoundMessage): void {
    if (isPrivate && this.isCurrent()) this.loader.load();
  }

  private receive(message: PrivateMessage): void {
    if (!this.isCurrent() || message.type !== "option") return;
    const { option, asOfSeq } = message.data;
    this.options.push(option.optionId, option, asOfSeq);
    if (!isOpenOption(option)) this.ended = option;
    if (this.options.size > MANY) this.options.forget((known) => !isOpenOption(known), KEPT_ENDED);
    this.changed();
  }

  /** As the exchange itself has them: a user's stakes are capped, so that a page holds what anybody watches. */
  private async fetch(signal: AbortSignal) {
    const request = { product: "option", view: "open", limit: PAGE_SIZE } as const;
    const { list, asOfSeq } = await this.api.call("record", request, { signal });
    return { list: list as WireOption[], asOfSeq };
  }
}
