import type { Language } from "@candor/domain/enumerations";
import {
  NOTICE_CHANNELS,
  NOTICE_KINDS,
  type NoticeChannel,
  type NoticeKind,
} from "@candor/domain/notice-kinds";
import { type Outcome, reject } from "@candor/wire/rejection";
import { NOTICES } from "@candor/wire/translations/notices";
import { RecordStore } from "../../kit/durable/record-store.ts";
import { isAfter } from "../content/message-order.ts";
import type { MessagePosition, PersonalMessage, PersonalMessages } from "../content/personal-messages.ts";
import type { PersonalPort, PersonalPush, PushOf } from "../personal-port.ts";
import { AlertQueue } from "./alert-queue.ts";
import { type NoticeContent, type NoticeWords, noticePage, noticeWords } from "./notice-content.ts";
import { NOTICE_LIMITS } from "./notice-limits.ts";
import type { NoticeRecord, PriceAlert, PushDevice, Told } from "./notice-records.ts";
import { NoticeState } from "./notice-state.ts";
import { isFixed } from "./notice-switches.ts";

const JOURNAL_NAME = "notices";
const ID = /^own-([1-9][0-9]{0,8})$/;
const SUMMARY_LENGTH = 300;

/** A channel outside the app. Rejects if the message could not be sent. */
interface MailPort {
  /** Mails to a user's mailbox in their language; returns false if they have none. */
  mail(userId: number, write: (language: Language) => MailWords): Promise<boolean>;
}

interface MailWords {
  readonly subject: string;
  readonly text: string;
}

/** Text shown on a device. */
export interface PushWords extends NoticeWords {
  /** Route in the app. */
  readonly page: string;
  /** A newer notice with the same tag replaces an older one. */
  readonly tag: string;
}

export interface PushPort {
  /** Returns "gone" if the browser has revoked its subscription. Rejects if it could not be sent. */
  push(device: PushDevice, words: PushWords): Promise<"sent" | "gone">;
}

export interface NoticeOptions {
  /** `<CANDOR_HOME>/notices` */
  readonly directory: string;
  readonly nowMs: () => number;
  readonly mail: MailPort;
  /** Absent if no device can subscribe. */
  readonly push?: PushPort;
  readonly languageOf: (userId: number) => Language;
  /** Returns whether a session is active: a device gets no pushes after its session ends. */
  readonly isSessionAlive: (userId: number, sessionId: string) => boolean;
  /** Reports an email or push that could not be sent. */
  readonly report: (error: unknown, message: string) => void;
  readonly onFailure: (error: Error) => void;
}

export interface NoticeSwitch {
  readonly kind: NoticeKind;
  readonly channel: NoticeChannel;
  readonly on: boolean;
  readonly fixed: boolean;
}

/** Notifies users of what happened to their accounts over the channels they chose, and stores the messages. */
export class NoticeService implements PersonalMessages, PersonalPort {
  private readonly store: RecordStore<NoticeRecord, NoticeState>;
  private readonly options: NoticeOptions;
  private readonly listeners = new Set<(push: PersonalPush) => void>();
  /** Keyed by market and direction. */
  private readonly queues = new Map<string, AlertQueue<PriceAlert>>();

  private constructor(store: RecordStore<NoticeRecord, NoticeState>, options: NoticeOptions) {
    this.store = store;
    this.options = options;
    for (const alert of store.state.allAlerts()) this.queueOf(alert).add(alert);
  }

  /** Throws the journal's errors for a locked or damaged directory. */
  static open(options: NoticeOptions): NoticeService {
    const needsRewrite = ({ outdated }: NoticeState) => outdated > NOTICE_LIMITS.outdatedRecords;
    const store = RecordStore.open<NoticeRecord, NoticeState>(options.directory, {
      name: JOURNAL_NAME,
      newState: () => new NoticeState(),
      worthRewriting: needsRewrite,
      worthRewritingNow: needsRewrite,
      nowMs: options.nowMs,
      onFailure: options.onFailure,
    });
    return new NoticeService(store, options);
  }

  close(): void {
    this.store.close();
  }

  /** Adds a listener for messages to a user's sockets, called after each durable message. */
  subscribe(listener: (push: PersonalPush) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /**
   * Notifies a user over all enabled channels. Resolves when the message in the app is durable. Mails and pushes are
   * sent in the background; a failed one is reported and not retried.
   */
  async tell(userId: number, content: NoticeContent): Promise<void> {
    const { state } = this.store;
    const { kind } = content;
    // Identity sends its own emails about security: they have more details and cannot be switched off. The same goes
    // for a freeze, whose user may be unable to log in and read it.
    const isFreeze = content.kind === "security" && content.event === "freeze";
    if (isFreeze || (kind !== "security" && state.isOn(userId, kind, "mail"))) this.mail(userId, content);
    if (state.isOn(userId, kind, "push")) this.push(userId, content);
    // A conversation has its own list and its own socket message.
    if (kind === "chat" || !state.isOn(userId, kind, "app")) return;
    const last = state.messages(userId).at(-1);
    const told: Told = {
      type: "told",
      userId,
      number: (last?.number ?? 0) + 1,
      content,
      timeMs: Math.max(this.options.nowMs(), (last?.timeMs ?? 0) + 1),
    };
    await this.store.commit(told, NOTICE_LIMITS.writeDelayMs);
    this.toSockets(told);
  }

  list(
    userId: number,
    language: Language,
    { after, limit }: { readonly after: MessagePosition | undefined; readonly limit: number },
  ): readonly PersonalMessage[] {
    return this.store.state
      .messages(userId)
      .toReversed()
      .filter(({ number, timeMs }) => isAfter({ timeMs, id: idOf(number) }, after))
      .slice(0, limit)
      .map((told) => this.messageOf(told, language));
  }

  find(userId: number, language: Language, id: string): PersonalMessage | undefined {
    const number = numberOf(id);
    const told = this.store.state.messages(userId).find((each) => each.number === number);
    return told === undefined ? undefined : this.messageOf(told, language);
  }

  unread(userId: number): number {
    return this.store.state.unread(userId).size;
  }

  async markRead(userId: number, id: string): Promise<void> {
    const number = numberOf(id);
    if (number === undefined || !this.store.state.unread(userId).has(number)) return;
    await this.store.commit({ type: "read", userId, numbers: [number] });
  }

  /** Resolves with the number of formerly unread messages, when it is durable. */
  async markAllRead(userId: number): Promise<number> {
    const numbers = [...this.store.state.unread(userId)];
    if (numbers.length > 0) await this.store.commit({ type: "read", userId, numbers });
    return numbers.length;
  }

  switches(userId: number): NoticeSwitch[] {
    return NOTICE_KINDS.flatMap((kind) =>
      NOTICE_CHANNELS.map((channel) => ({
        kind,
        channel,
        on: this.store.state.isOn(userId, kind, channel),
        fixed: isFixed(kind, channel),
      })),
    );
  }

  /** Resolves when it is durable. Fixed switches stay as they are. */
  async setSwitch(userId: number, kind: NoticeKind, channel: NoticeChannel, on: boolean): Promise<void> {
    if (isFixed(kind, channel) || this.store.state.isOn(userId, kind, channel) === on) return;
    await this.store.commit({ type: "switched", userId, kind, channel, on });
  }

  /** Oldest first. */
  alerts(userId: number): readonly PriceAlert[] {
    return this.store.state.alerts(userId);
  }

  /** Resolves when the alert is durable and active. Rejects 212 if there are too many already. */
  async setAlert(
    userId: number,
    wanted: Pick<PriceAlert, "marketId" | "direction" | "targetE8">,
  ): Promise<Outcome<PriceAlert>> {
    if (this.alerts(userId).length >= NOTICE_LIMITS.alerts) return reject("request.tooFast");
    const { marketId, direction, targetE8 } = wanted;
    const alert: PriceAlert = {
      type: "alert-set",
      userId,
      alertId: this.store.state.lastAlertId + 1,
      marketId,
      direction,
      targetE8,
      createdAtMs: this.options.nowMs(),
    };
    const durable = this.store.commit(alert);
    this.queueOf(alert).add(alert);
    await durable;
    return alert;
  }

  /** Removes a user's alert. Returns false if they have no such alert. */
  async removeAlert(userId: number, alertId: number): Promise<boolean> {
    const alert = this.alerts(userId).find((each) => each.alertId === alertId);
    if (alert === undefined) return false;
    this.queueOf(alert).remove(alertId);
    await this.store.commit({ type: "alert-ended", userId, alertId });
    return true;
  }

  /** Removes and returns the alerts that a new index has reached. */
  reached(marketId: number, indexE8: number): PriceAlert[] {
    const alerts = (["above", "below"] as const).flatMap(
      (direction) => this.queues.get(queueKey({ marketId, direction }))?.take(indexE8) ?? [],
    );
    for (const { userId, alertId } of alerts)
      this.store.commit({ type: "alert-ended", userId, alertId }).catch(this.lost);
    return alerts;
  }

  /** Returns a user's contract positions with an active margin call, named as in margin-watch.ts. */
  called(userId: number): ReadonlySet<string> {
    return this.store.state.called(userId);
  }

  allCalled(): Iterable<{ readonly userId: number; readonly pool: string }> {
    return this.store.state.allCalled();
  }

  /** Records that a margin call has started or ended; shares one write with its notice. */
  async noteCall(userId: number, pool: string, isCalled: boolean): Promise<void> {
    const type = isCalled ? "margin-called" : "margin-eased";
    await this.store.commit({ type, userId, pool }, NOTICE_LIMITS.writeDelayMs);
  }

  devices(userId: number): readonly PushDevice[] {
    return this.store.state.devices(userId).filter((device) => this.isAlive(device));
  }

  /** From now on a browser receives pushes for this user and no other. Resolves when it is durable. */
  async addDevice(device: Omit<PushDevice, "type" | "addedAtMs">): Promise<void> {
    const { userId, endpoint } = device;
    const before = this.store.state.ownerOf(endpoint);
    const writes: Promise<void>[] = [];
    if (before !== undefined && before !== userId) writes.push(this.endDevice(before, endpoint));
    const others = this.store.state.devices(userId).filter((other) => other.endpoint !== endpoint);
    for (const oldest of others.slice(0, Math.max(0, others.length + 1 - NOTICE_LIMITS.devices)))
      writes.push(this.endDevice(userId, oldest.endpoint));
    const addedAtMs = this.options.nowMs();
    writes.push(this.store.commit({ type: "device-added", ...device, addedAtMs }));
    await Promise.all(writes);
  }

  /** Returns false if the user has no such device. */
  async removeDevice(userId: number, endpoint: string): Promise<boolean> {
    if (this.store.state.ownerOf(endpoint) !== userId) return false;
    await this.endDevice(userId, endpoint);
    return true;
  }

  /** Stops pushes to the browser of an ended session. */
  endSession(userId: number, sessionId: string): void {
    for (const device of this.store.state.devices(userId))
      if (device.sessionId === sessionId) this.endDevice(userId, device.endpoint).catch(this.lost);
  }

  /** Erases all messages and settings of a user. */
  async forget(userId: number): Promise<void> {
    for (const alert of this.alerts(userId)) this.queueOf(alert).remove(alert.alertId);
    await this.store.commit({ type: "forgotten", userId });
    await this.store.rewriteNow();
  }

  private readonly lost = (error: unknown): void => {
    this.options.report(error, "could not write a notice record");
  };

  private endDevice(userId: number, endpoint: string): Promise<void> {
    return this.store.commit({ type: "device-ended", userId, endpoint });
  }

  private isAlive({ userId, sessionId }: PushDevice): boolean {
    return this.options.isSessionAlive(userId, sessionId);
  }

  private mail(userId: number, content: NoticeContent): void {
    const write = (language: Language): MailWords => {
      const { title, text } = noticeWords(content, language);
      return { subject: title, text: `${text}\n\n${NOTICES[language].footer}` };
    };
    this.options.mail
      .mail(userId, write)
      .catch((error: unknown) => this.options.report(error, "notice not mailed"));
  }

  private push(userId: number, content: NoticeContent): void {
    const { push } = this.options;
    if (push === undefined) return;
    const words: PushWords = {
      ...noticeWords(content, this.options.languageOf(userId)),
      page: noticePage(content),
      tag: content.kind,
    };
    for (const device of this.store.state.devices(userId)) {
      if (!this.isAlive(device)) {
        this.endDevice(userId, device.endpoint).catch(this.lost);
        continue;
      }
      push
        .push(device, words)
        .then((outcome) => (outcome === "gone" ? this.endDevice(userId, device.endpoint) : undefined))
        .catch((error: unknown) => this.options.report(error, "notice not pushed"));
    }
  }

  private toSockets({ userId, number, content, timeMs }: Told): void {
    const kind = content.kind === "margin-call" || content.kind === "security" ? content.kind : "personal";
    const data = (language: Language): ReturnType<PushOf<"notice">["data"]> => {
      const { title, text } = noticeWords(content, language);
      const topic = content.kind;
      return { id: idOf(number), kind, topic, title, text, timeMs, page: noticePage(content) };
    };
    for (const listener of this.listeners) listener({ userId, type: "notice", data });
  }

  private messageOf({ userId, number, content, timeMs }: Told, language: Language): PersonalMessage {
    const { title, text } = noticeWords(content, language);
    const summary = Array.from(text.split("\n", 1)[0] ?? "")
      .slice(0, SUMMARY_LENGTH)
      .join("");
    const read = !this.store.state.unread(userId).has(number);
    return { id: idOf(number), title, summary, text, timeMs, read };
  }

  private queueOf(alert: Pick<PriceAlert, "marketId" | "direction">): AlertQueue<PriceAlert> {
    const key = queueKey(alert);
    const queue = this.queues.get(key) ?? new AlertQueue<PriceAlert>(alert.direction);
    this.queues.set(key, queue);
    return queue;
  }
}

const queueKey = ({ marketId, direction }: Pick<PriceAlert, "marketId" | "direction">): string =>
  `${marketId} ${direction}`;

const idOf = (number: number): string => `own-${number}`;

function numberOf(id: string): number | undefined {
  const digits = ID.exec(id)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
