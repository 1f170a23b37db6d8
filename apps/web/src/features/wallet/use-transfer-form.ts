import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import { useState } from "react";
import { AMOUNT_ERRORS } from "../../shared/funds/transfer-amount.ts";
import { useTransfer } from "../../shared/funds/use-transfer.ts";
import { messageOf } from "../../shell/calls/use-call.ts";

const isWallet = (text: string | null): text is Wallet => WALLETS.some((wallet) => wallet === text);

/** The choices of a transfer. The two wallets always differ: choosing the other one swaps them. */
export function useTransferForm(params: URLSearchParams) {
  const [from, setFrom] = useState<Wallet>(() => {
    const given = params.get("from");
    return isWallet(given) ? given : "main";
  });
  const [to, setTo] = useState<Wallet>(() => {
    const given = params.get("to");
    return isWallet(given) && given !== from ? given : from === "coin" ? "main" : "coin";
  });
  const [asset, setAsset] = useState(params.get("asset") ?? "USDT");
  const [amount, setAmount] = useState("");
  const [error, setError] = useState<string | null>(null);
  const act = useTransfer({
    onRefused: (refusal) => {
      if (!AMOUNT_ERRORS.includes(refusal.error)) return false;
      setError(messageOf(refusal));
      return true;
    },
    onDone: () => setAmount(""),
  });
  const change = (next: string) => {
    setAmount(next);
    setError(null);
  };
  const chooseFrom = (next: Wallet) => {
    if (next === to) setTo(from);
    setFrom(next);
    setError(null);
  };
  const chooseTo = (next: Wallet) => {
    if (next === from) setFrom(to);
    setTo(next);
    setError(null);
  };
  const swap = () => {
    setFrom(to);
    setTo(from);
    setError(null);
  };
  const chooseAsset = (next: string) => {
    setAsset(next);
    change("");
  };
  return { from, to, asset, amount, error, setError, change, chooseFrom, chooseTo, chooseAsset, swap, act };
}
