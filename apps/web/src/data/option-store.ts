import type { WireOption } from "@candor/wire/option-objects";
import type { LegacyApi } from "./legacy-api.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import { SequencedMap } from "./sequenced-map.ts";
import type { PrivateMessage } from "./socket-messages.ts";
import { type PrivateSource, UserStore } from "./user-store.ts";

export interface OptionView {
  readonly state: LoadState;
  /** Accepted and running options, newest first. */
  readonly open: readonly WireOption[];
  /** The last option that ended while the store was watched. */
  readonly ended: WireOption | null;
}

const NOTHING: OptionView = { state: "loading", open: [], ended: null };
const PAGE_SIZE = 100;
const KEPT_ENDED = 50;
const MANY = 500;

const isOpenOption = ({ status }: WireOption): boolean => status === "accepted" || status === "running";

interface OptionPage {
  readonly list: readonly WireOption[];
  readonly asOfSeq: number;
}

/** One user's open timed options. The higher sequence number wins. */
export class OptionStore extends UserStore<OptionView> {
  private readonly api: LegacyApi;
  protected override readonly loader: Loader<OptionPage>;
  private readonly options = new SequencedMap<WireOption>();
  private ended: WireOption | null = null;

  constructor(client: PrivateSource, api: LegacyApi, pulse: Pulse, isCurrent: () => boolean) {
    super(client, pulse, NOTHING, isCurrent);
    this.api = api;
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

  /** Applies the reply to a purchase, so that it shows before the socket message arrives. */
  applyReply(option: WireOption, asOfSeq: number): void {
    this.options.reply(option.optionId, option, asOfSeq);
    this.changed();
  }

  protected override stop(): void {
    super.stop();
    this.ended = null;
  }

  protected override build(): OptionView {
    const open = this.options.values().filter(isOpenOption);
    open.sort((a, b) => b.seq - a.seq);
    return { state: this.loader.state, open, ended: this.ended };
  }

  protected override receive(message: PrivateMessage): void {
    if (message.type !== "option") return;
    const { option, asOfSeq } = message.data;
    this.options.push(option.optionId, option, asOfSeq);
    if (!isOpenOption(option)) this.ended = option;
    if (this.options.size > MANY) this.options.forget((known) => !isOpenOption(known), KEPT_ENDED);
    this.changed();
  }

  /** Read from the engine itself. A user's stakes are capped, so one page is enough. */
  private async fetch(signal: AbortSignal) {
    const request = { product: "option", view: "open", limit: PAGE_SIZE } as const;
    const { list, asOfSeq } = await this.api.call("record", request, { signal });
    return { list: list as WireOption[], asOfSeq };
  }
}
