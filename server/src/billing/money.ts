/**
 * Amounts are whole minor units. A share of one is rounded once, to the nearest whole unit, and halves away from zero,
 * so that what is given back mirrors what was charged.
 */
export function prorate(amount: number, part: number, whole: number): number {
  // products of amounts and milliseconds outgrow the integers of a number
  const product = BigInt(amount) * BigInt(part) * 2n
  const divisor = BigInt(whole) * 2n
  const half = BigInt(whole)
  const rounded = product < 0n ? -((-product + half) / divisor) : (product + half) / divisor
  return Number(rounded)
}

/** `percent` in hundredths of a percent */
export const computePercent = (amount: number, percent: number): number => prorate(amount, percent, 10_000)
