import { GUIDE_NUMBERS } from './path-tracer.ts'

/** A picture to measure: RGBA rows from the top down. */
export interface MeasuredPicture {
  width: number
  height: number
  pixels: Uint8Array
}

export interface PictureMeasures {
  /** mean luma of the model's pixels, 0…1 */
  luminance: number
  /** share of the model's pixels with at least 250 of 255 in every channel */
  burnt: number
  /** mean difference of luma across edges between faces of one colour, as share of their sum */
  contrast: number
  /** share of those edges that are hardly visible without lines */
  flat: number
  /** structural similarity to the reference, 1 for equal; of pictures reduced to a quarter, which evens out thin lines */
  similarity: number
}

const BURNT = 250
/** Side of the squares that pictures are reduced by before they are compared, and of the windows of the comparison. */
const REDUCED = 4
const WINDOW = 7
/** Distance in pixels from an edge of two faces at which their brightness is read, past lines along the edge. */
const BESIDE = 3
/** Cosine between the normals of two faces, below which an edge should be seen; contrast below which it is not. */
const EDGE_COSINE = 0.87
const FLAT_CONTRAST = 0.01

export function measurePicture(
  picture: MeasuredPicture,
  reference: MeasuredPicture,
  guide: Float32Array,
): PictureMeasures {
  const luma = computeLuma(picture)
  let pixels = 0
  let sum = 0
  let burnt = 0
  for (let pixel = 0; pixel < luma.length; pixel++) {
    if (guide[pixel * GUIDE_NUMBERS + 3] === 0) continue
    pixels++
    sum += luma[pixel] as number
    const [red = 0, green = 0, blue = 0] = picture.pixels.subarray(pixel * 4, pixel * 4 + 3)
    if (Math.min(red, green, blue) >= BURNT) burnt++
  }
  const size = { width: picture.width, height: picture.height }
  return {
    luminance: sum / Math.max(1, pixels),
    burnt: burnt / Math.max(1, pixels),
    ...measureEdges(luma, guide, size),
    similarity: computeSimilarity(luma, computeLuma(reference), size),
  }
}

function computeLuma({ pixels }: MeasuredPicture): Float32Array {
  return Float32Array.from({ length: pixels.length / 4 }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at * 4, at * 4 + 3)
    return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
  })
}

/** Contrast between faces of one colour that meet at an edge along a row or a column of pixels. */
function measureEdges(
  luma: Float32Array,
  guide: Float32Array,
  { width, height }: { width: number; height: number },
): { contrast: number; flat: number } {
  const alike = (a: number, b: number) => {
    const [ax = 0, ay = 0, az = 0, far = 0, color] = guide.subarray(
      a * GUIDE_NUMBERS,
      (a + 1) * GUIDE_NUMBERS,
    )
    const [bx = 0, by = 0, bz = 0, deep = 0, other] = guide.subarray(
      b * GUIDE_NUMBERS,
      (b + 1) * GUIDE_NUMBERS,
    )
    const isNear = far > 0 && deep > 0 && Math.abs(far - deep) < 0.03 * far
    return isNear && color === other ? ax * bx + ay * by + az * bz : Number.NaN
  }
  let count = 0
  let sum = 0
  let flat = 0
  for (const [step, wide, high] of [
    [1, width - 2 * BESIDE, height],
    [width, width, height - 2 * BESIDE],
  ] as const)
    for (let row = 0; row < high; row++)
      for (let column = 0; column < wide; column++) {
        const first = row * width + column
        const here = first + step * (BESIDE - 1)
        const last = first + step * (2 * BESIDE - 1)
        const isEdge = alike(here, here + step) < EDGE_COSINE
        if (!isEdge || !(alike(first, here) > 0.99) || !(alike(here + step, last) > 0.99)) continue
        const [a, b] = [luma[first] as number, luma[last] as number]
        const contrast = Math.abs(a - b) / Math.max(1e-3, a + b)
        count++
        sum += contrast
        if (contrast < FLAT_CONTRAST) flat++
      }
  return { contrast: sum / Math.max(1, count), flat: flat / Math.max(1, count) }
}

/** Structural similarity after Wang and others (2004), with square windows. */
function computeSimilarity(
  a: Float32Array,
  b: Float32Array,
  { width, height }: { width: number; height: number },
): number {
  const wide = Math.floor(width / REDUCED)
  const high = Math.floor(height / REDUCED)
  const reduce = (luma: Float32Array) => {
    const small = new Float32Array(wide * high)
    for (let row = 0; row < high * REDUCED; row++)
      for (let column = 0; column < wide * REDUCED; column++) {
        const at = Math.floor(row / REDUCED) * wide + Math.floor(column / REDUCED)
        small[at] = (small[at] as number) + (luma[row * width + column] as number) / REDUCED ** 2
      }
    return small
  }
  const [first, second] = [reduce(a), reduce(b)]
  let sum = 0
  let windows = 0
  for (let row = 0; row + WINDOW <= high; row++)
    for (let column = 0; column + WINDOW <= wide; column++) {
      sum += similarityAt(first, second, row * wide + column, wide)
      windows++
    }
  return sum / Math.max(1, windows)
}

function similarityAt(a: Float32Array, b: Float32Array, at: number, wide: number): number {
  const sums = { sum: 0, square: 0, other: 0, otherSquare: 0, product: 0 }
  for (let row = 0; row < WINDOW; row++)
    for (let column = 0; column < WINDOW; column++) {
      const x = a[at + row * wide + column] as number
      const y = b[at + row * wide + column] as number
      sums.sum += x
      sums.square += x * x
      sums.other += y
      sums.otherSquare += y * y
      sums.product += x * y
    }
  const count = WINDOW ** 2
  const [mean, otherMean] = [sums.sum / count, sums.other / count]
  const variance = sums.square / count - mean ** 2
  const otherVariance = sums.otherSquare / count - otherMean ** 2
  const shared = sums.product / count - mean * otherMean
  const [c1, c2] = [0.01 ** 2, 0.03 ** 2]
  return (
    ((2 * mean * otherMean + c1) * (2 * shared + c2)) /
    ((mean ** 2 + otherMean ** 2 + c1) * (variance + otherVariance + c2))
  )
}
