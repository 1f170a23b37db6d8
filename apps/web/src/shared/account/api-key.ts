import type { CallReply } from "@candor/wire/calls";

export type ApiKey = CallReply<"apiKey">["list"][number];

/** Display name of a key: its label, or its id if the label is empty. */
export const nameOfKey = ({ label, apiKeyId }: ApiKey): string => (label === "" ? apiKeyId : label);
