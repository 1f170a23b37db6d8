import type { Period, PriceSourceKind } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import type { Bar } from "@candor/server/market/prices/kline-bar";
import type {
  ConnectionState,
  PriceSource,
  PriceSourceListener,
} from "@candor/server/market/prices/price-source";

/** A source controlled by the test. */
export class FakeSource implements PriceSource {
  readonly name: string;
  readonly kind: PriceSourceKind;
  readonly sourceId: number;
  readonly symbols: readonly string[];
  private listener: PriceSourceListener | undefined;
  /** Result of `history`; may throw. */
  answerHistory: (symbol: string, period: Period, limit: number, endMs: number) => Bar[] = () => [];

  constructor(
    name: string,
    kind: PriceSourceKind,
    sourceId: number,
    symbols: readonly string[] = ["BTCUSDT"],
  ) {
    this.name = name;
    this.kind = kind;
    this.sourceId = sourceId;
    this.symbols = symbols;
  }

  start(listener: PriceSourceListener): void {
    this.listener = listener;
  }

  stop(): Promise<void> {
    this.listener = undefined;
    return Promise.resolve();
  }

  history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]> {
    return new Promise((resolve) => {
      resolve(this.answerHistory(symbol, period, limit, endMs));
    });
  }

  get started(): boolean {
    return this.listener !== undefined;
  }

  emit(priceE8: number, observedAtMs: number, symbol = "BTCUSDT"): void {
    this.listener?.observed({ symbol, priceE8: priceE8 as PriceE8, observedAtMs });
  }

  connection(state: ConnectionState, detail = ""): void {
    this.listener?.connectionChanged(state, detail);
  }
}
