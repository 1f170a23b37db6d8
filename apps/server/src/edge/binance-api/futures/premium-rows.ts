import { formatDecimal } from "@candor/money/decimal";
import { multiplyDivideFloor } from "@candor/money/integer";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { klineRows, MAX_CONTRACT_ROWS } from "../market-rows.ts";
import type { Parameters } from "../parameters.ts";

const E8 = 100_000_000;
const E8_DECIMALS = 8;

type Row = readonly (number | string | undefined)[];

/**
 * Returns the chart of a contract's premium: (mark − index) ÷ index when a bar opens and closes. What was in between is not
 * recorded, so highs and lows are those of the two.
 */
export async function premiumRows(
  ports: Pick<BinancePorts, "klines">,
  market: MirroredMarket,
  parameters: Parameters,
) {
  const [marks, indexes] = await Promise.all([
    klineRows(ports, market, parameters, "mark", MAX_CONTRACT_ROWS),
    klineRows(ports, market, parameters, "index", MAX_CONTRACT_ROWS),
  ]);
  const byTime = new Map(indexes.map((row) => [row[0], row]));
  return marks.flatMap((mark) => {
    const index = byTime.get(mark[0]);
    return index === undefined ? [] : [premiumRow(mark, index)];
  });
}

function premiumRow(mark: Row, index: Row) {
  const [openTime, openMark, , , closeMark, , closeTime] = mark;
  const [, openIndex, , , closeIndex] = index;
  const open = premiumE8(Number(openMark), Number(openIndex));
  const close = premiumE8(Number(closeMark), Number(closeIndex));
  const prices = [open, Math.max(open, close), Math.min(open, close), close];
  const written = prices.map((each) => formatDecimal(each, E8_DECIMALS));
  return [openTime, ...written, "0", closeTime, "0", 0, "0", "0", "0"];
}

/** Prices have at most eight decimals. */
function premiumE8(mark: number, index: number): number {
  const markE8 = Math.round(mark * E8);
  const indexE8 = Math.round(index * E8);
  if (indexE8 === 0) return 0;
  const difference = markE8 - indexE8;
  return Math.sign(difference) * multiplyDivideFloor(Math.abs(difference), E8, indexE8);
}
