import type { User } from "./user-and-session.ts";

/** Invited users by inviter, in the order of registration. */
export class FriendTable {
  private readonly byInviter = new Map<number, Set<User>>();

  list(inviterId: number): readonly User[] {
    return [...(this.byInviter.get(inviterId) ?? [])];
  }

  /** No-op for a user without an inviter. */
  add(user: User): void {
    if (user.invitedBy === 0) return;
    const friends = this.byInviter.get(user.invitedBy) ?? new Set();
    friends.add(user);
    this.byInviter.set(user.invitedBy, friends);
  }

  remove(user: User): void {
    this.byInviter.get(user.invitedBy)?.delete(user);
  }
}
