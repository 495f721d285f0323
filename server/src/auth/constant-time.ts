import { timingSafeEqual } from 'node:crypto'

/** Compares texts in constant time, so that the duration reveals nothing about their common prefix. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
