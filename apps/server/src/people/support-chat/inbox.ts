import type { InboxPlace } from "@candor/wire/console/chat";
import type { Conversation } from "./chat-state.ts";

/** Which conversations to list, how many, and after which one. */
export interface InboxQuestion {
  readonly which: "waiting" | "all";
  readonly limit: number;
  readonly after?: InboxPlace | undefined;
}

export interface InboxSlice {
  readonly page: readonly Conversation[];
  /** Number of waiting conversations. */
  readonly waiting: number;
  /** Number of listed conversations, on all pages. */
  readonly total: number;
  /** Position where the page ends; null at the end of the list. */
  readonly next: InboxPlace | null;
}

/**
 * Lists waiting conversations, longest waiting first; with `all`, the others follow, newest first. A page starts after
 * a position, so that answers given meanwhile cause no skipped rows.
 * @param conversations the most recently active last
 */
export function sliceInbox(conversations: Iterable<Conversation>, question: InboxQuestion): InboxSlice {
  const { which, limit, after } = question;
  const waiting: Place[] = [];
  const settled: Place[] = [];
  for (const conversation of conversations) {
    const place = placeOf(conversation);
    if (place !== undefined) (place.isWaiting ? waiting : settled).push(place);
  }
  waiting.sort(inOrder);
  // Settled conversations are almost in reverse order already.
  const listed = which === "all" ? [...waiting, ...settled.reverse().sort(inOrder)] : waiting;
  const rest = after === undefined ? listed : listed.filter((place) => inOrder(after, place) < 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return {
    page: page.map(({ conversation }) => conversation),
    waiting: waiting.length,
    total: listed.length,
    next: last === undefined || rest.length === page.length ? null : nameOf(last),
  };
}

interface Place extends InboxPlace {
  readonly conversation: Conversation;
}

function placeOf(conversation: Conversation): Place | undefined {
  const { userId, messages, waiting } = conversation;
  const said = waiting ?? messages.at(-1);
  if (said === undefined) return undefined;
  return { isWaiting: waiting !== undefined, timeMs: said.timeMs, userId, conversation };
}

const nameOf = ({ isWaiting, timeMs, userId }: InboxPlace): InboxPlace => ({ isWaiting, timeMs, userId });

function inOrder(a: InboxPlace, b: InboxPlace): number {
  if (a.isWaiting !== b.isWaiting) return a.isWaiting ? -1 : 1;
  return a.isWaiting
    ? a.timeMs - b.timeMs || a.userId - b.userId
    : b.timeMs - a.timeMs || b.userId - a.userId;
}
