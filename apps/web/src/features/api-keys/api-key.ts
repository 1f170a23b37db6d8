import type { CallReply } from "@candor/wire/calls";

export type ApiKey = CallReply<"apiKey">["list"][number];

/** By which its owner knows it. */
export const nameOfKey = ({ label, apiKeyId }: ApiKey): string => (label === "" ? apiKeyId : label);
