import type { CallReply } from "@candor/wire/calls";

type Reply = CallReply<"evidence">;

export type ToldEvidence = Pick<Reply, "inputs" | "result" | "formula"> & { readonly seq: number };
