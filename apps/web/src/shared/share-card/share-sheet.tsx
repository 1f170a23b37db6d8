import { signOfDecimal } from "@candor/text/decimal-text";
import { Button } from "@candor/ui/button.tsx";
import { floorDecimals } from "@candor/ui/decimal-math";
import { Skeleton } from "@candor/ui/feedback.tsx";
import { Sheet } from "@candor/ui/sheet.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { showToast } from "@candor/ui/toast-store";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useEffect, useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { downloadBlob } from "../files/download.ts";
import { returnText } from "../profit/return-text.ts";
import { type CardWords, drawShareCard } from "./share-card.ts";
import "./share-card.css";

/** A position, open or closed. */
export interface ShareSubject {
  readonly symbol: string;
  readonly side: "long" | "short";
  readonly leverage: number;
  /** Return as a fraction: "0.148650". */
  readonly roe: string;
  readonly entryPrice: string;
  /** The mark, or the average price of the exit. */
  readonly lastPrice: string;
  readonly lastPriceLabel: string;
  /** In USDT. */
  readonly profit: string;
  readonly profitLabel: string;
  /** "Open" or "Closed" */
  readonly state: string;
  readonly timeMs: number;
}

function useWords(subject: ShareSubject, isAmountShown: boolean): CardWords {
  const t = useT();
  const formats = useFormats();
  const isSandbox = useAppStore((state) => state.siteData?.mode === "sandbox");
  return useMemo(() => {
    const sign = signOfDecimal(subject.roe);
    const side = t(subject.side === "long" ? "profit.long" : "profit.shortSide");
    return {
      tone: sign > 0 ? "up" : sign < 0 ? "down" : null,
      product: t("shell.navContracts"),
      market: subject.symbol,
      side: `${side} ${subject.leverage}×`,
      isLong: subject.side === "long",
      state: subject.state,
      roeLabel: t("profit.roe"),
      roe: returnText(formats, subject.roe),
      lines: [
        { label: t("profit.entry"), value: formats.decimal(subject.entryPrice) },
        { label: subject.lastPriceLabel, value: formats.decimal(subject.lastPrice) },
        ...(isAmountShown
          ? [
              {
                label: subject.profitLabel,
                value: `${formats.decimal(floorDecimals(subject.profit, 2), { decimals: 2, sign: "always" })} USDT`,
              },
            ]
          : []),
      ],
      time: formats.date(subject.timeMs, "full"),
      sandbox: isSandbox ? t("shell.playMoney") : null,
    };
  }, [subject, isAmountShown, isSandbox, t, formats]);
}

interface Picture {
  readonly blob: Blob;
  readonly url: string;
  /** What it says. */
  readonly words: CardWords;
}

/** The picture and its address. When a word changes, the old picture stays until the new one is drawn. */
function usePicture(words: CardWords): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const draw = async () => {
      const blob = await drawShareCard(words);
      if (isCurrent) setPicture({ blob, url: URL.createObjectURL(blob), words });
    };
    void draw();
    return () => {
      isCurrent = false;
    };
  }, [words]);
  useEffect(
    () => () => {
      if (picture !== null) URL.revokeObjectURL(picture.url);
    },
    [picture],
  );
  return picture;
}

/** Desktop browsers may lack the call, or share no files. */
const canShareFiles = (file: File): boolean =>
  "canShare" in navigator && navigator.canShare({ files: [file] });

interface Props {
  readonly subject: ShareSubject;
  readonly onClose: () => void;
}

/** A picture of a position to share or save. It is drawn on this device; amounts are shown only by choice. */
export function ShareSheet({ subject, onClose }: Props) {
  const t = useT();
  // An open position changes with each price, but the picture does not.
  const [kept] = useState(subject);
  const [isAmountShown, setAmountShown] = useState(false);
  const words = useWords(kept, isAmountShown);
  const picture = usePicture(words);
  const fileName = `candor-${kept.symbol}.png`;
  // A picture that still shows what was just hidden is neither saved nor sent.
  const isDrawn = picture?.words === words;
  const file = picture === null ? null : new File([picture.blob], fileName, { type: "image/png" });
  const canShare = file !== null && canShareFiles(file);
  const share = async () => {
    if (file === null) return;
    try {
      await navigator.share({ files: [file] });
    } catch (error) {
      // The user closed the list of apps.
      if (error instanceof DOMException && error.name === "AbortError") return;
      showToast(t("profit.shareFailed"), { kind: "error" });
    }
  };
  return (
    <Sheet open onOpenChange={onClose} title={t("profit.share")}>
      <div className="stack-4">
        {picture === null ? (
          <Skeleton height={360} />
        ) : (
          <img className="share-card" src={picture.url} alt={altOf(picture.words, t("profit.shareAlt"))} />
        )}
        <Checkbox label={t("profit.shareAmount")} checked={isAmountShown} onCheckedChange={setAmountShown} />
        <p className="small muted">{t("profit.shareNote")}</p>
        <div className={canShare ? "g2" : undefined}>
          <Button
            block
            tone={canShare ? "line" : "primary"}
            disabled={!isDrawn}
            onClick={() => file !== null && downloadBlob(file, fileName)}
          >
            {t("profit.shareSave")}
          </Button>
          {canShare && (
            <Button block tone="primary" disabled={!isDrawn} onClick={() => void share()}>
              {t("profit.shareSend")}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

/** What the picture says, for those who do not see it. */
function altOf(words: CardWords, title: string): string {
  const facts = [words.market, words.side, words.state, `${words.roeLabel} ${words.roe}`];
  const prices = words.lines.map(({ label, value }) => `${label} ${value}`);
  return `${title}: ${[...facts, ...prices].join(", ")}`;
}
