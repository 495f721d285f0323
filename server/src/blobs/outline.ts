import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/**
 * Text as outlines, so that a sheet looks the same in SVG, PNG and PDF and needs no font where it is opened: Inter, in
 * the files that the web client has, each for some scripts. What none of them has is left out.
 */

const scripts = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese']
const fonts = new Map<string, Font>()

function fontOf(script: string): Font {
  const known = fonts.get(script)
  if (known) return known
  const file = import.meta.resolve(`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`)
  const font = create(readFileSync(fileURLToPath(file))) as Font
  fonts.set(script, font)
  return font
}

/** Neighbouring characters that one font has, with its script. */
function runs(text: string): { text: string; script: string }[] {
  const found: { text: string; script: string }[] = []
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0
    const script = scripts.find((name) => fontOf(name).hasGlyphForCodePoint(code))
    if (!script) continue
    const last = found.at(-1)
    if (last?.script === script) last.text += character
    else found.push({ text: character, script })
  }
  return found
}

export interface Outline {
  /** SVG path data; the baseline begins at 0, 0 and y points down */
  d: string
  width: number
}

const tidy = (number: number) => String(Math.round(number * 1000) / 1000)

const letters: Record<string, string> = {
  moveTo: 'm',
  lineTo: 'l',
  quadraticCurveTo: 'q',
  bezierCurveTo: 'c',
  closePath: 'z',
}

type Glyph = ReturnType<Font['getGlyph']>
/** Paths of glyphs by font, glyph and scale; a sheet repeats its letters many times. */
const drawn = new Map<string, string>()
const MOST_DRAWN = 10_000

/** The glyph's outline by relative commands, from its place on the baseline and back to it. */
function glyphPath(glyph: Glyph, script: string, scale: number): string {
  const key = `${script} ${glyph.id} ${scale}`
  const known = drawn.get(key)
  if (known !== undefined) return known
  let [penX, penY] = [0, 0]
  let [startX, startY] = [0, 0]
  const parts: string[] = []
  for (const { command, args } of glyph.path.commands) {
    const points = args.map((value, at) => tidy(at % 2 === 0 ? value * scale - penX : -value * scale - penY))
    parts.push(`${letters[command] ?? ''}${points.join(' ')}`)
    if (command === 'closePath') [penX, penY] = [startX, startY]
    // as far as the rounded numbers lead, so that their errors do not add up
    else [penX, penY] = [penX + Number(points.at(-2)), penY + Number(points.at(-1))]
    if (command === 'moveTo') [startX, startY] = [penX, penY]
  }
  if (drawn.size >= MOST_DRAWN) drawn.clear()
  const path = parts.join('')
  drawn.set(key, path)
  return path
}

/** One line of text at a size, in the unit of `size`. */
export function outline(text: string, size: number): Outline {
  let x = 0
  const parts: string[] = []
  for (const { text: piece, script } of runs(text)) {
    const font = fontOf(script)
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(piece)
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index]
      if (!position) continue
      const path = glyphPath(glyph, script, scale)
      if (path) parts.push(`M${tidy(x + position.xOffset * scale)} ${tidy(-position.yOffset * scale)}${path}`)
      x += position.xAdvance * scale
    }
  }
  return { d: parts.join(''), width: x }
}

/** How wide a line would be, without drawing it. */
function widthOf(text: string, size: number): number {
  let width = 0
  for (const { text: piece, script } of runs(text)) {
    const font = fontOf(script)
    width += (font.layout(piece).advanceWidth * size) / font.unitsPerEm
  }
  return width
}

const advances = new Map<string, number>()

/** About how wide a character is for itself, in parts of the size; 0 of one that no font has. */
function advanceOf(character: string): number {
  const known = advances.get(character)
  if (known !== undefined) return known
  const advance = widthOf(character, 1)
  if (advances.size >= MOST_DRAWN) advances.clear()
  advances.set(character, advance)
  return advance
}

/** More characters than any line has room for. */
const MOST_CHARACTERS = 1000

/** The longest beginning of a line that fits, with an ellipsis when something is left out. */
export function fitted(text: string, size: number, widest: number): Outline {
  const characters = [...text.slice(0, 2 * MOST_CHARACTERS)].slice(0, MOST_CHARACTERS)
  const cut = (count: number) => `${characters.slice(0, count).join('').trimEnd()}…`
  const fits = (count: number) => widthOf(cut(count), size) <= widest
  let [width, count] = [advanceOf('…') * size, 0]
  for (const character of characters) {
    width += advanceOf(character) * size
    if (width <= widest) count++
  }
  // kerning makes a line a little narrower or wider than its characters
  const isNearlyWhole = characters.length - count < 5 + count / 10
  if (text.length <= 2 * MOST_CHARACTERS && isNearlyWhole && widthOf(text, size) <= widest)
    return outline(text, size)
  while (count + 1 < characters.length && fits(count + 1)) count++
  while (count > 0 && !fits(count)) count--
  return outline(count > 0 ? cut(count) : '', size)
}
