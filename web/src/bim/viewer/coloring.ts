import type { ViewExtras } from '@plumbline/contract/bim/views'
import type { ElementRef } from '@plumbline/viewer/model'

/** Palette and legend for colouring elements by a value. */
export type ColoringBy = NonNullable<ViewExtras['coloring']>

export interface LegendEntry {
  /** '' for the values beyond the palette */
  label: string
  /** 0xRRGGBB */
  color: number
  elements: ElementRef[]
}

export interface ElementValue {
  ref: ElementRef
  value: string
  number?: number | undefined
  unit?: string | undefined
}

/**
 * Distinguishable with colour blindness (after Okabe and Ito, and Tol), light enough for a dark background, none close to
 * the accent colour of the selection.
 */
const HUES = [0x0072b2, 0xf0e442, 0x009e73, 0xcc79a7, 0x56b4e9, 0x882255, 0xe6a92e, 0x6a51a3, 0x999933]
const OTHERS = 0xa8a59f
/** Sequential scale from dark to light, readable with colour blindness (cividis). */
const RAMP = [0x1f3b70, 0x4a5a78, 0x72747a, 0x9b9178, 0xc9b867, 0xfde945]
/** Below this number of distinct values, numbers are treated as names rather than amounts. */
const MIN_DISTINCT = 8

const byCount = (a: LegendEntry, b: LegendEntry) =>
  b.elements.length - a.elements.length || (a.label < b.label ? -1 : 1)

/** Lighter and darker variants of the palette, used when more values have to be told apart. */
const ROUNDS = [0, 0.45, -0.4]

/** The colour of the value at a place in the legend: the palette, then its light and its dark variants. */
function colorAt(at: number): number {
  const hue = HUES[at % HUES.length] ?? OTHERS
  const share = ROUNDS[Math.floor(at / HUES.length)] ?? 0
  const towards = share > 0 ? 255 : 0
  const part = (shift: number) => {
    const value = (hue >> shift) & 255
    return Math.round(value + (towards - value) * Math.abs(share)) << shift
  }
  return part(16) | part(8) | part(0)
}

/** Number of values with a colour of their own: the palette, and more while the rest together exceeds every single one. */
function countNamed(sorted: readonly LegendEntry[]): number {
  if (sorted.length <= HUES.length) return sorted.length
  const most = Math.min(sorted.length, HUES.length * ROUNDS.length)
  const largest = sorted[0]?.elements.length ?? 0
  let rest = sorted.reduce((sum, { elements }) => sum + elements.length, 0)
  for (let count = 0; count < most; count++) {
    if (count >= HUES.length - 1 && rest <= largest) return count
    rest -= sorted[count]?.elements.length ?? 0
  }
  return most
}

/** One colour per value, the most frequent first; values beyond the palette share a grey at the end. */
export function colorByText(values: readonly ElementValue[]): LegendEntry[] {
  const groups = new Map<string, LegendEntry>()
  for (const { ref, value, unit } of values) {
    const label = [value, unit].filter(Boolean).join(' ')
    const group = groups.get(label) ?? { label, color: OTHERS, elements: [] }
    groups.set(label, group)
    group.elements.push(ref)
  }
  const sorted = [...groups.values()].sort(byCount)
  const shown = sorted.slice(0, countNamed(sorted))
  const named = shown.map((group, at): LegendEntry => ({ ...group, color: colorAt(at) }))
  const rest = sorted.slice(shown.length)
  if (rest.length === 0) return named
  return [...named, { label: '', color: OTHERS, elements: rest.flatMap(({ elements }) => elements) }]
}

/** Ranges of equal width with round limits; null if the values are not amounts. */
export function colorByNumber(
  values: readonly ElementValue[],
  format: (value: number) => string,
): LegendEntry[] | null {
  const amounts = values.filter(({ number }) => number !== undefined && Number.isFinite(number))
  const numbers = amounts.map(({ number }) => number as number)
  if (new Set(numbers).size < MIN_DISTINCT || amounts.length < values.length * 0.9) return null
  const units = new Set(amounts.map(({ unit }) => unit))
  if (units.size > 1) return null
  const [low, high] = numbers.reduce(
    ([a, b], each) => [Math.min(a, each), Math.max(b, each)],
    [Infinity, -Infinity],
  )
  let step = roundUpStep((high - low) / RAMP.length)
  const startAt = () => Math.floor(low / step) * step
  // A round start lies below the lowest value, and may leave the highest beyond the last range.
  while (startAt() + RAMP.length * step < high - step * 1e-9) step = roundUpStep(step * 1.01)
  const start = startAt()
  const count = Math.min(RAMP.length, Math.max(1, Math.ceil((high - start) / step + 1e-9)))
  const unit = [...units][0]
  const swatches = Array.from({ length: count }, (_, at): LegendEntry => {
    const label = `${format(start + at * step)} – ${format(start + (at + 1) * step)}`
    const color = RAMP[Math.round((at * (RAMP.length - 1)) / Math.max(1, count - 1))] ?? OTHERS
    return { label: unit ? `${label} ${unit}` : label, color, elements: [] }
  })
  for (const { ref, number } of amounts) {
    const at = Math.min(count - 1, Math.max(0, Math.floor(((number as number) - start) / step)))
    swatches[at]?.elements.push(ref)
  }
  return swatches.filter(({ elements }) => elements.length > 0)
}

/** Rounds up to 1, 2, 2.5 or 5 times a power of ten. */
function roundUpStep(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= value * (1 - 1e-9)) ?? 10
  return factor * power
}
