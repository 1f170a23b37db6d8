import { CALL_RATIO_PPM } from "@candor/formulas/perpetual/margin-call";
import { Badge } from "@candor/ui/badge.tsx";
import { Button, IconButton } from "@candor/ui/button.tsx";
import { floorDecimals } from "@candor/ui/decimal-math";
import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { ChartIcon, SwapIcon } from "@candor/ui/icons.tsx";
import { PenIcon } from "@candor/ui/page-icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { Link, useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { HelpButton } from "../../shared/help/help-button.tsx";
import { returnText } from "../../shared/profit/return-text.ts";
import { useExtraColumns } from "../../shell/hooks/use-media-query.ts";
import { contractPath } from "../../shell/routing/routes.ts";
import type { LivePosition } from "./contract-live.ts";
import { LotsText, MoneyText, rateText, TicksText, usePpmText } from "./figure-text.tsx";
import { ProtectionText } from "./protection-text.tsx";
import { SharePosition } from "./share-position.tsx";

interface PositionActions {
  /** Each takes the position's name. */
  readonly onProtect: (name: string) => void;
  readonly onMargin: (name: string) => void;
  readonly onClose: (name: string) => void;
  /** Absent in hedge mode, in which no order closes one position and opens the other. */
  readonly onReverse?: (name: string) => void;
}

interface PositionsProps extends PositionActions {
  readonly positions: readonly LivePosition[];
  readonly isDesktop: boolean;
}

/** Open positions with profit and risk at the current mark price: cards on phones, a table on desktops. */
export function Positions(props: PositionsProps) {
  const { positions, isDesktop } = props;
  const t = useT();
  if (positions.length === 0) {
    return (
      <Empty icon={ChartIcon} title={t("contract.noPositions")}>
        {t("contract.noPositionsNote")}
      </Empty>
    );
  }
  if (isDesktop) return <PositionTable {...props} />;
  return positions.map((each) => <PositionCard key={each.name} live={each} {...props} />);
}

interface PositionProps {
  readonly live: LivePosition;
}

/** "Long 20×", colored by direction. */
function SideLeverage({ live: { position } }: PositionProps) {
  const t = useT();
  return (
    <>
      {t(position.side === "long" ? "contract.long" : "contract.short")} {position.leverage}×
    </>
  );
}

const MEDIUM_PPM = 400_000;
const PPM = 1_000_000;

/** "down" from the margin call on, or without equity. */
const marginRatioTone = (ppm: number | undefined): "up" | "warn" | "down" => {
  if (ppm === undefined || ppm >= CALL_RATIO_PPM) return "down";
  return ppm >= MEDIUM_PPM ? "warn" : "up";
};

function PositionCard({ live, ...acts }: PositionProps & PositionActions) {
  const t = useT();
  const ppmText = usePpmText();
  const { position, held, figures } = live;
  const { terms } = held;
  const isLong = position.side === "long";
  return (
    <article
      className="position-card"
      translate="no"
      aria-label={`${position.symbol} ${t(isLong ? "contract.long" : "contract.short")}`}
    >
      <div className="row between">
        <span className="row wrap order-name">
          <Link to={contractPath(position.symbol)}>
            <b>{position.symbol}</b>
          </Link>
          <Badge tone={isLong ? "up" : "down"}>
            <SideLeverage live={live} />
          </Badge>
          <Badge>{t(held.isCross ? "contract.cross" : "contract.isolated")}</Badge>
        </span>
        <SharePosition live={live} />
      </div>
      <div className="row between position-profit">
        <span className="stack-1">
          <span className="small muted">{t("contract.unrealizedIn", { coin: terms.quote })}</span>
          <MoneyText units={figures.unrealizedUnits} terms={terms} signed />
        </span>
        <span className="stack-1 r">
          <span className="small muted">{t("contract.return")}</span>
          <ReturnText ppm={figures.returnPpm} />
        </span>
      </div>
      <CardFigures live={live} />
      <div className="risk-line small" title={t("contract.riskHint")}>
        <span className="muted">{t("contract.risk")}</span>
        <RiskBar ppm={figures.riskPpm} />
        <b className="n med" translate="no">
          {ppmText(figures.riskPpm)}
        </b>
      </div>
      <CallBadge live={live} />
      <CardButtons live={live} {...acts} />
    </article>
  );
}

function CardFigures({ live }: PositionProps) {
  const t = useT();
  const { position, held, figures, markPrice } = live;
  const { terms } = held;
  const figure = (label: ReactNode, value: ReactNode, at: number, hint?: string) => (
    <div className={at === 2 ? "r" : undefined} title={hint}>
      <dt className="muted">{label}</dt>
      <dd className="med">{value}</dd>
    </div>
  );
  return (
    <dl className="g3 small">
      {figure(t("contract.sizeIn", { coin: terms.base }), <LotsText lots={held.lots} terms={terms} />, 0)}
      {figure(t("contract.entry"), <FinancialText value={position.averagePrice} />, 1)}
      {figure(t("contract.mark"), <FinancialText value={markPrice} />, 2)}
      {figure(t("contract.margin"), <MoneyText units={held.marginUnits} terms={terms} />, 0)}
      {figure(
        <LiquidationHelp />,
        <TicksText ticks={figures.liquidationTicks} terms={terms} className="warn" />,
        1,
      )}
      {figure(t("contract.protection"), <ProtectionText live={live} />, 2)}
      {figure(
        t("contract.realized"),
        <FinancialText value={floorDecimals(position.realizedProfit, 2)} decimals={2} sign="always" toned />,
        0,
      )}
      {figure(t("contract.fundingPaid"), <FundingPaid live={live} />, 1)}
      {figure(t("contract.deleverage"), `${position.adlRank} / 4`, 2, t("contract.deleverageHint"))}
    </dl>
  );
}

function CardButtons({
  live: { name, held },
  onProtect,
  onMargin,
  onClose,
  onReverse,
}: PositionProps & PositionActions) {
  const t = useT();
  return (
    <div className="row position-acts">
      <Button size="medium" className="grow" onClick={() => onProtect(name)}>
        {t("contract.protection")}
      </Button>
      {!held.isCross && (
        <Button size="medium" className="grow" onClick={() => onMargin(name)}>
          {t("contract.margin")}
        </Button>
      )}
      {onReverse !== undefined && (
        <Button size="medium" className="grow" onClick={() => onReverse(name)}>
          {t("contract.reverse")}
        </Button>
      )}
      <Button size="medium" className="grow" onClick={() => onClose(name)}>
        {t("contract.close")}
      </Button>
    </div>
  );
}

/** The wire gives the amount paid; users see the amount received. */
function FundingPaid({ live: { position } }: PositionProps) {
  const paid = position.fundingPaid;
  const received = paid.startsWith("-") ? paid.slice(1) : `-${paid}`;
  return <FinancialText value={floorDecimals(received, 2)} decimals={2} sign="always" toned />;
}

function ReturnText({ ppm }: { readonly ppm: number | undefined }) {
  const formats = useFormats();
  const tone = ppm === undefined || ppm === 0 ? "" : ppm > 0 ? "up" : "down";
  return (
    <b className={`n ${tone}`} translate="no">
      {returnText(formats, ppm === undefined ? undefined : rateText(ppm))}
    </b>
  );
}

/** Margin call hint shown before liquidation. */
function CallBadge({ live: { held, figures } }: PositionProps) {
  const t = useT();
  if (marginRatioTone(figures.riskPpm) !== "down") return null;
  return (
    <span>
      <Badge tone="down">{t(held.isCross ? "contract.callCross" : "contract.callIsolated")}</Badge>
    </span>
  );
}

function RiskBar({ ppm }: { readonly ppm: number | undefined }) {
  const share = ppm === undefined ? 100 : Math.min(100, (ppm * 100) / PPM);
  return (
    <span className="bar risk-bar">
      <i className={`is-${marginRatioTone(ppm)}`} style={{ width: `${share}%` }} />
    </span>
  );
}

function PositionTable(props: PositionsProps) {
  const t = useT();
  return (
    <Table
      label={t("contract.positions", { count: props.positions.length })}
      columns={useColumns(props)}
      rows={props.positions}
      rowKey={({ name }) => name}
      isCompact={!useExtraColumns()}
    />
  );
}

function PositionName({ live }: PositionProps) {
  const t = useT();
  return (
    <span className="stack-1">
      <span className="row position-name">
        <Link to={contractPath(live.position.symbol)}>
          <b className="med">{live.position.symbol}</b>
        </Link>
        <SharePosition live={live} />
      </span>
      <span className={`small ${live.position.side === "long" ? "up" : "down"}`}>
        <SideLeverage live={live} /> · {t(live.held.isCross ? "contract.cross" : "contract.isolated")}
      </span>
    </span>
  );
}

function RowRisk({ live }: PositionProps) {
  const ppmText = usePpmText();
  return (
    <span className="stack-1 position-risk">
      <span
        translate="no"
        className={`n ${marginRatioTone(live.figures.riskPpm) === "up" ? "" : marginRatioTone(live.figures.riskPpm)}`}
      >
        {ppmText(live.figures.riskPpm)}
      </span>
      <CallBadge live={live} />
    </span>
  );
}

/** A figure and the pen that changes it. */
function Editable({
  label,
  onEdit,
  children,
}: {
  readonly label: string;
  readonly onEdit: () => void;
  readonly children: ReactNode;
}) {
  return (
    <span className="position-edit">
      <IconButton label={label} onClick={onEdit}>
        <PenIcon size="xs" />
      </IconButton>
      {children}
    </span>
  );
}

function RowMargin({ live: { name, held }, onMargin }: PositionProps & PositionActions) {
  const t = useT();
  const margin = <MoneyText units={held.marginUnits} terms={held.terms} />;
  if (held.isCross) return margin;
  return (
    <Editable label={t("contract.margin")} onEdit={() => onMargin(name)}>
      {margin}
    </Editable>
  );
}

function RowProtection({ live, onProtect }: PositionProps & PositionActions) {
  const t = useT();
  return (
    <Editable label={t("contract.protection")} onEdit={() => onProtect(live.name)}>
      <span className="stack-1">
        <ProtectionText live={live} isInRow />
      </span>
    </Editable>
  );
}

function RowButtons({ live: { name }, onClose, onReverse }: PositionProps & PositionActions) {
  const t = useT();
  return (
    <span className="row position-buttons">
      {onReverse !== undefined && (
        <IconButton label={t("contract.reverse")} onClick={() => onReverse(name)}>
          <SwapIcon size="s" />
        </IconButton>
      )}
      <Button size="small" tone="line" onClick={() => onClose(name)}>
        {t("contract.close")}
      </Button>
    </span>
  );
}

function useColumns(acts: PositionActions): readonly Column<LivePosition>[] {
  const t = useT();
  const right = (
    key: string,
    header: ReactNode,
    renderCell: (row: LivePosition) => ReactNode,
    joins = false,
  ) => ({ key, header, align: "right", renderCell, joins }) as const;
  return [
    {
      key: "position",
      header: t("contract.position"),
      renderCell: (live) => <PositionName live={live} />,
    },
    right("size", t("contract.size"), ({ held }) => <LotsText lots={held.lots} terms={held.terms} hasCoin />),
    right("margin", t("contract.margin"), (live) => <RowMargin live={live} {...acts} />, true),
    right("entry", t("contract.entry"), ({ position }) => <FinancialText value={position.averagePrice} />),
    right("mark", t("contract.mark"), ({ markPrice }) => <FinancialText value={markPrice} />, true),
    right("liquidation", <LiquidationHelp />, (row) => (
      <TicksText ticks={row.figures.liquidationTicks} terms={row.held.terms} className="warn" />
    )),
    right(
      "risk",
      <Hint text={t("contract.risk")} hint={t("contract.riskHint")} />,
      (live) => <RowRisk live={live} />,
      true,
    ),
    right("profit", t("contract.profit"), ({ figures, held }) => (
      <span className="stack-1 position-return">
        <MoneyText units={figures.unrealizedUnits} terms={held.terms} signed className="med" />
        <span className="small">
          <ReturnText ppm={figures.returnPpm} />
        </span>
      </span>
    )),
    right("protection", t("contract.protection"), (live) => <RowProtection live={live} {...acts} />),
    {
      key: "acts",
      header: <span className="vh">{t("contract.close")}</span>,
      className: "pinned",
      renderCell: (live) => <RowButtons live={live} {...acts} />,
    },
  ];
}

/** The name of the liquidation price, which opens the article about it. */
function LiquidationHelp() {
  const t = useT();
  return (
    <span title={t("contract.liquidationHint")}>
      <HelpButton article="liquidation" topic={t("contract.liquidation")}>
        {t("contract.liquidationShort")}
      </HelpButton>
    </span>
  );
}

function Hint({ text, hint }: { readonly text: string; readonly hint: string }) {
  return (
    <span className="dot" title={hint}>
      {text}
    </span>
  );
}
