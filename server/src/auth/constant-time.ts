import { timingSafeEqual } from 'node:crypto'

/** Compared without telling by time how much of it is right. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
