/**
 * `amount * part / whole` in minor units, rounded once to the nearest unit and halves away from zero, so that a credit
 * mirrors its charge.
 */
export function prorate(amount: number, part: number, whole: number): number {
  // the product of an amount and milliseconds can exceed the safe integers
  const product = BigInt(amount) * BigInt(part) * 2n
  const divisor = BigInt(whole) * 2n
  const half = BigInt(whole)
  const rounded = product < 0n ? -((-product + half) / divisor) : (product + half) / divisor
  return Number(rounded)
}

/** `percent` in hundredths of a percent */
export const computePercent = (amount: number, percent: number): number => prorate(amount, percent, 10_000)
