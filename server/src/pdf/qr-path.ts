import { encode } from 'uqr'

/**
 * The dark modules of a QR code as SVG path data, without the quiet zone: 1 unit each, adjacent ones of a row joined.
 * `size`: modules of a side. `correction`: M restores 15 % of the code, Q 25 % (ISO/IEC 18004).
 */
export function buildQrPath(text: string, correction: 'M' | 'Q'): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: correction, border: 0 })
  const parts: string[] = []
  for (const [y, row] of data.entries())
    for (let from = 0; from < size; from++) {
      let to = from
      while (row[to]) to++
      if (to > from) parts.push(`M${from} ${y}h${to - from}v1h${from - to}z`)
      from = to
    }
  return { path: parts.join(''), size }
}
