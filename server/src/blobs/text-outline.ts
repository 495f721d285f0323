import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/**
 * Converts text to glyph outlines, so that a sheet looks the same in SVG, PNG and PDF and needs no installed font. Uses the
 * Inter files of the web client, one per script; characters in none of them are dropped.
 */

const scripts = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese']
const fonts = new Map<string, Font>()

function loadFont(script: string): Font {
  const known = fonts.get(script)
  if (known) return known
  const file = import.meta.resolve(`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`)
  const font = create(readFileSync(fileURLToPath(file))) as Font
  fonts.set(script, font)
  return font
}

/** Splits text into runs of characters that one font file covers. */
function splitByFont(text: string): { text: string; script: string }[] {
  const found: { text: string; script: string }[] = []
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0
    const script = scripts.find((name) => loadFont(name).hasGlyphForCodePoint(code))
    if (!script) continue
    const last = found.at(-1)
    if (last?.script === script) last.text += character
    else found.push({ text: character, script })
  }
  return found
}

export interface TextOutline {
  /** SVG path data; the baseline starts at 0, 0 and y points down */
  d: string
  width: number
}

const formatNumber = (number: number) => String(Math.round(number * 1000) / 1000)

const pathCommands: Record<string, string> = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
}

type Glyph = ReturnType<Font['getGlyph']>
/** Caches glyph paths by font, glyph and scale, since a sheet repeats its letters. */
const glyphCache = new Map<string, string>()
const MAX_CACHED = 10_000

/** The glyph's outline in relative commands, starting at its origin on the baseline. */
function buildGlyphPath(glyph: Glyph, script: string, scale: number): string {
  const key = `${script} ${glyph.id} ${scale}`
  const known = glyphCache.get(key)
  if (known !== undefined) return known
  let penX = 0
  let penY = 0
  let startX = 0
  let startY = 0
  const parts: string[] = []
  for (const { command, args } of glyph.path.commands) {
    const points = args.map((value, at) =>
      formatNumber(at % 2 === 0 ? value * scale - penX : -value * scale - penY),
    )
    parts.push(`${pathCommands[command] ?? ''}${points.join(' ')}`)
    if (command === 'closePath') {
      penX = startX
      penY = startY
    } else {
      // adds the rounded numbers, so that rounding errors do not accumulate
      penX += Number(points.at(-2))
      penY += Number(points.at(-1))
    }
    if (command === 'moveTo') {
      startX = penX
      startY = penY
    }
  }
  if (glyphCache.size >= MAX_CACHED) glyphCache.clear()
  const path = parts.join('')
  glyphCache.set(key, path)
  return path
}

/** Outlines one line of text; lengths are in the unit of `size`. */
export function outlineText(text: string, size: number): TextOutline {
  let x = 0
  const parts: string[] = []
  for (const { text: piece, script } of splitByFont(text)) {
    const font = loadFont(script)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(piece)
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index]
      if (!position) continue
      const path = buildGlyphPath(glyph, script, scale)
      if (path)
        parts.push(
          `M${formatNumber(x + position.xOffset * scale)} ${formatNumber(-position.yOffset * scale)}${path}`,
        )
      x += position.xAdvance * scale
    }
  }
  return { d: parts.join(''), width: x }
}

/** Measures the width of a line without outlining it. */
function measureWidth(text: string, size: number): number {
  let width = 0
  for (const { text: piece, script } of splitByFont(text)) {
    const font = loadFont(script)
    width += (font.layout(piece).advanceWidth * size) / font.unitsPerEm
  }
  return width
}

const advances = new Map<string, number>()

/** Approximate width of a single character relative to the size; 0 if no font has it. */
function measureAdvance(character: string): number {
  const known = advances.get(character)
  if (known !== undefined) return known
  const advance = measureWidth(character, 1)
  if (advances.size >= MAX_CACHED) advances.clear()
  advances.set(character, advance)
  return advance
}

/** Upper bound of characters that fit into any line. */
const MAX_CHARACTERS = 1000

/** Outlines the longest prefix of a line that fits, with an ellipsis if it is truncated. */
export function outlineFitted(text: string, size: number, widest: number): TextOutline {
  const characters = [...text.slice(0, 2 * MAX_CHARACTERS)].slice(0, MAX_CHARACTERS)
  const cut = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`
  const fits = (count: number) => measureWidth(cut(count), size) <= widest
  let width = measureAdvance('…') * size
  let count = 0
  for (const character of characters) {
    width += measureAdvance(character) * size
    if (width <= widest) count++
  }
  // kerning makes a line slightly narrower or wider than the sum of its characters
  const isNearlyWhole = characters.length - count < 5 + count / 10
  if (text.length <= 2 * MAX_CHARACTERS && isNearlyWhole && measureWidth(text, size) <= widest)
    return outlineText(text, size)
  while (count + 1 < characters.length && fits(count + 1)) count++
  while (count > 0 && !fits(count)) count--
  return outlineText(count > 0 ? cut(count) : '', size)
}
