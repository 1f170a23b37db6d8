import { FinancialText, type FinancialTextProps } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useAppStore } from "../../state/app-store.ts";
import { useDisplay } from "./display-currency.ts";

interface Props extends Pick<FinancialTextProps, "sign" | "toned" | "quiet" | "className"> {
  /** In USDT, unless it is shown as it is; null and undefined are unknown. */
  readonly value: string | null | undefined;
  /** Whether the unit is shown without conversion, too. */
  readonly hasUnit?: boolean;
}

/** One of the user's own values in the display currency: "≈" if converted, dots while balances are hidden. */
export function ValueText({ value, ...rest }: Props) {
  const { convert } = useDisplay();
  return <ShownValueText {...rest} value={value === null || value === undefined ? value : convert(value)} />;
}

/** The same for a value that is in the display currency already. */
export function ShownValueText({ value, hasUnit = false, ...rest }: Props) {
  const isHidden = useAppStore((state) => state.balancesHidden);
  const { asset, isConverted, decimals } = useDisplay();
  return (
    <FinancialText
      {...rest}
      value={value}
      decimals={decimals}
      hidden={isHidden}
      {...((hasUnit || isConverted) && { asset })}
      {...(isConverted && { prefix: "≈ " })}
    />
  );
}

const RATE_WORDS = {
  index: "shell.displayRate",
  fixed: "shell.displayRateFixed",
  operator: "shell.displayRateSet",
} as const;

/** Rate, source and time of the conversion; `children` without one. */
export function DisplayNote({ children }: { readonly children: string }) {
  const t = useT();
  const formats = useFormats();
  const { asset, isConverted, rate } = useDisplay();
  if (!isConverted) return <>{children}</>;
  if (rate === null) return <>{t("shell.noRate", { asset })}</>;
  return (
    <>
      {t(RATE_WORDS[rate.kind], {
        asset,
        price: formats.decimal(rate.price, { minDecimals: 2 }),
        time: formats.date(rate.timeMs, rate.kind === "index" ? "time" : "full"),
        source: rate.source ?? "",
      })}
    </>
  );
}
