import { useState } from "react";
import type { ApiError } from "../../data/api-error.ts";
import { useT } from "../../i18n/use-t.ts";
import { useGuardedAct } from "../../shared/account/use-guarded-act.tsx";
import { messageOf, refresh } from "../../shell/calls/use-call.ts";
import { useProblems } from "../../shell/hooks/use-problems.ts";

export interface Made {
  readonly apiKey: string;
  /** Undefined if the program signs with its own key. */
  readonly secret: string | undefined;
}

interface Problems {
  readonly addresses?: string;
  readonly permissions?: string;
  readonly publicKey?: string;
  readonly password?: string;
  readonly other?: string;
}

/** The input of a new key and its creation. */
export function useKeyForm(onMade: (made: Made) => void) {
  const t = useT();
  const [label, setLabel] = useState("");
  const [reads, setReads] = useState(true);
  const [trades, setTrades] = useState(false);
  const [networks, setNetworks] = useState("");
  const [publicKey, setPublicKey] = useState("");
  const [password, setPassword] = useState("");
  const { problems, setProblems, clearingProblems } = useProblems<Problems>({});
  const act = useGuardedAct("apiKey");
  const addresses = networks.split(/[\s,;]+/).filter((each) => each !== "");
  const problemsOf = (error: ApiError): Problems => {
    if (error.error === "user.passwordError") return { password: messageOf(error) };
    if (error.fields.some(({ path }) => path === "publicKey")) return { publicKey: t("keys.publicKeyBad") };
    const bad = error.fields.flatMap(({ path }) => {
      const [field, at] = path.split(".");
      return field === "addresses" ? [addresses[Number(at)] ?? networks] : [];
    });
    if (bad.length > 0) return { addresses: t("keys.networksBad", { addresses: bad.join(", ") }) };
    return { other: messageOf(error) };
  };
  const submit = async () => {
    const permissions = [...(reads ? (["read"] as const) : []), ...(trades ? (["trade"] as const) : [])];
    const found: Problems = {
      ...(permissions.length === 0 && { permissions: t("keys.permissionMissing") }),
      ...(password === "" && { password: t("login.passwordEmpty") }),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const own = publicKey.trim() === "" ? {} : { publicKey: publicKey.trim() };
    const request = { label: label.trim(), permissions, addresses, password, ...own };
    const outcome = await act.run({ action: "create", ...request });
    if (outcome === null) return;
    if (!outcome.ok) return setProblems(problemsOf(outcome.error));
    const { apiKey = "", secret } = outcome.reply;
    onMade({ apiKey, secret });
    await refresh("apiKey");
  };
  const fields = {
    label,
    setLabel,
    reads,
    setReads,
    trades,
    setTrades,
    networks,
    setNetworks,
    publicKey,
    setPublicKey,
    password,
    setPassword,
  };
  return { fields, problems, clearingProblems, submit, act };
}
