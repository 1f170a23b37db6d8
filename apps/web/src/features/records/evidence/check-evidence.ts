import type { CheckGroup, Evidence } from "./check.ts";
import { checkFunding } from "./check-funding.ts";
import { checkLeverInterest, checkLeverLiquidation } from "./check-lever.ts";
import { checkLiquidation } from "./check-liquidation.ts";
import { checkMining } from "./check-mining.ts";
import { checkOption } from "./check-option.ts";

/** Recomputes a settlement from its inputs. Throws UnreadableEvidence if a value is not a number. */
export function checkEvidence({ inputs, result }: Evidence): readonly CheckGroup[] {
  if (inputs.kind === "funding" && result.kind === "funding") return checkFunding(inputs, result);
  if (inputs.kind === "liquidation" && result.kind === "liquidation") return checkLiquidation(inputs, result);
  if (inputs.kind === "lever-interest" && result.kind === "lever-interest")
    return checkLeverInterest(inputs, result);
  if (inputs.kind === "lever-liquidation" && result.kind === "lever-liquidation")
    return checkLeverLiquidation(inputs, result);
  if (inputs.kind === "mining" && result.kind === "mining") return checkMining(inputs, result);
  if (inputs.kind === "option" && result.kind === "option") return checkOption(inputs, result);
  throw new TypeError(`inputs of ${inputs.kind} with a result of ${result.kind}`);
}
