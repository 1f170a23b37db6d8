import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";
import type { LostAnswer } from "./call-fault.ts";

/** After which a connection without an answer is closed. */
const LONGEST_STALL_MS = 120_000;

/** Requests that a fault leaves without an answer. */
export class LostReplies {
  private readonly stalled = new Set<Socket>();

  lose(reply: FastifyReply, how: LostAnswer): FastifyReply {
    void reply.hijack();
    const { socket } = reply.raw;
    if (socket === null || how === "drop") socket?.destroy();
    else this.stall(socket);
    return reply;
  }

  /** Closes all connections that wait, so that the server can stop. */
  end(): void {
    for (const socket of this.stalled) socket.destroy();
  }

  private stall(socket: Socket): void {
    const timer = setTimeout(() => socket.destroy(), LONGEST_STALL_MS);
    this.stalled.add(socket);
    // A client that has given up closes only its own direction.
    socket.once("end", () => socket.destroy());
    socket.once("close", () => {
      clearTimeout(timer);
      this.stalled.delete(socket);
    });
  }
}
