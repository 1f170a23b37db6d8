import { expect, test } from "vitest";
import { WatchState } from "../../custody/chain/watch-state.ts";
import { SignerState } from "../../custody/signer/signer-state.ts";
import { WithdrawalBook } from "../../custody/withdrawals/withdrawal-book.ts";
import { ContentState } from "../../people/content/content-state.ts";
import { IdentityState } from "../../people/identity/identity-state.ts";
import { NoticeState } from "../../people/notices/notice-state.ts";
import { ChatState } from "../../people/support-chat/chat-state.ts";
import { VerificationState } from "../../people/verification/verification-state.ts";
import { UnknownRecordError } from "./unknown-record.ts";

const FUTURE = { type: "of-the-future", userId: 1 } as never;
const USER = { userId: 1, email: null, phone: null, username: null, passkeys: [], apiKeys: [] };

function identity(): IdentityState {
  const state = new IdentityState();
  state.apply({ type: "registered", user: USER } as never);
  return state;
}

const STORES: Readonly<Record<string, () => { apply(record: never): void }>> = {
  identity,
  chat: () => new ChatState(),
  notices: () => new NoticeState(),
  verification: () => new VerificationState(),
  content: () => new ContentState([]),
  chain: () => new WatchState(),
  funding: () => new WithdrawalBook(),
  signer: () => new SignerState(),
};

test("DURA-04 no store starts on records of a newer version, so none are lost", () => {
  for (const [name, newState] of Object.entries(STORES)) {
    const state = newState();
    expect(() => state.apply(FUTURE), name).toThrow(UnknownRecordError);
    expect(() => state.apply(FUTURE)).toThrow(
      `${name}: unknown record "of-the-future", written by a newer version`,
    );
  }
});
