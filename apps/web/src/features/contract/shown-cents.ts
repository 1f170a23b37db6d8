const CENTS = 2;

/** Rounds up to the cents that are shown, so that a cost never looks smaller than it is. Units of 10^-scale. */
export function costInCents(units: number, scale: number): number {
  const cent = 10 ** Math.max(0, scale - CENTS);
  return Math.ceil(units / cent) * cent;
}

/** Rounds down to the cents that are shown, also below zero. */
const gainInCents = (units: number, scale: number): number => -costInCents(-units, scale);

/** Returns profit, fee and net in whole cents that add up: the fee rounded up, the net rounded down. */
export function outcomeInCents(
  { profitUnits, feeUnits }: { readonly profitUnits: number; readonly feeUnits: number },
  scale: number,
) {
  const fee = costInCents(feeUnits, scale);
  const net = gainInCents(profitUnits - feeUnits, scale);
  return { profitUnits: net + fee, feeUnits: fee, netUnits: net };
}
