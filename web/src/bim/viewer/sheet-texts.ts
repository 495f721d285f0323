import cyrillic from '@fontsource/inter/files/inter-cyrillic-400-normal.woff?url'
import cyrillicExt from '@fontsource/inter/files/inter-cyrillic-ext-400-normal.woff?url'
import greek from '@fontsource/inter/files/inter-greek-400-normal.woff?url'
import greekExt from '@fontsource/inter/files/inter-greek-ext-400-normal.woff?url'
import latin from '@fontsource/inter/files/inter-latin-400-normal.woff?url'
import latinExt from '@fontsource/inter/files/inter-latin-ext-400-normal.woff?url'
import vietnamese from '@fontsource/inter/files/inter-vietnamese-400-normal.woff?url'
import type { TextPicture } from '@plumbline/viewer/plan-pdf'
import { readSheetFont, type SheetFont } from '@plumbline/viewer/sheet-font'

/** The files of Inter by group of scripts, and the characters beyond those of earlier files that each is fetched for. */
const FILES: [url: string, letters: RegExp][] = [
  [latin, /./u],
  [latinExt, /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u],
  [vietnamese, /[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u],
  [greek, /\p{Script=Greek}/u],
  [greekExt, /\p{Script=Greek}/u],
  [cyrillic, /\p{Script=Cyrillic}/u],
  [cyrillicExt, /\p{Script=Cyrillic}/u],
]

/** Fetches the font files that have the characters of texts. */
export async function loadSheetFonts(texts: readonly string[]): Promise<SheetFont[]> {
  const fonts: SheetFont[] = []
  let left = [...new Set(texts.join(''))]
  for (const [url, letters] of FILES) {
    if (!left.some((character) => letters.test(character))) continue
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    const font = await readSheetFont(await response.arrayBuffer())
    fonts.push(font)
    left = left.filter((character) => font.glyphOf(character.codePointAt(0) ?? 0) === 0)
  }
  return fonts
}

/** 600 dots per inch */
const DOTS_PER_MM = 600 / 25.4
/** Widest picture, in dots; longer texts are squeezed. */
const WIDEST = 8000
/** Space around the letters, as a share of their size: accents and descenders. */
const ROOM = 0.5

/** Draws a text with the fonts of the device. */
export function drawText(text: string, size_mm: number): TextPicture | null {
  const size = size_mm * DOTS_PER_MM
  const font = `${size}px "Inter Variable", sans-serif`
  const measuring = new OffscreenCanvas(1, 1).getContext('2d')
  if (!measuring) return null
  measuring.font = font
  const width = Math.min(WIDEST, Math.ceil(measuring.measureText(text).width))
  const height = Math.ceil(size * (1 + ROOM * 2))
  const above = Math.round(size * (1 + ROOM / 2))
  if (width === 0) return null
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) return null
  context.font = font
  context.fillText(text, 0, above, width)
  const { data } = context.getImageData(0, 0, width, height)
  const alpha = Uint8Array.from({ length: width * height }, (_, pixel) => data[pixel * 4 + 3] ?? 0)
  return { width, height, above, per_mm: DOTS_PER_MM, alpha }
}
