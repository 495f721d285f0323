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

/** Neighbouring characters that one font has, with that font. */
function runs(text: string): { text: string; font: Font }[] {
  const found: { text: string; font: Font }[] = []
  for (const character of text.normalize('NFC')) {
    const code = character.codePointAt(0) ?? 0
    const script = scripts.find((name) => fontOf(name).hasGlyphForCodePoint(code))
    if (!script) continue
    const font = fontOf(script)
    const last = found.at(-1)
    if (last?.font === font) last.text += character
    else found.push({ text: character, font })
  }
  return found
}

export interface Outline {
  /** SVG path data; the baseline begins at 0, 0 and y points down */
  d: string
  width: number
}

const tidy = (number: number) => String(Math.round(number * 1000) / 1000)

/** One line of text at a size, in the unit of `size`. */
export function outline(text: string, size: number): Outline {
  let x = 0
  const parts: string[] = []
  for (const { text: piece, font } of runs(text)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(piece)
    for (const [index, glyph] of glyphs.entries()) {
      const position = positions[index]
      if (!position) continue
      for (const { command, args } of glyph.path.commands) {
        const points = args.map((value, at) =>
          at % 2 === 0
            ? tidy(x + (position.xOffset + value) * scale)
            : tidy(-(position.yOffset + value) * scale),
        )
        parts.push(`${letters[command] ?? ''}${points.join(' ')}`)
      }
      x += position.xAdvance * scale
    }
  }
  return { d: parts.join(''), width: x }
}

const letters: Record<string, string> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

/** The longest beginning of a line that fits, with an ellipsis when something is left out. */
export function fitted(text: string, size: number, widest: number): Outline {
  const whole = outline(text, size)
  if (whole.width <= widest) return whole
  const characters = [...text]
  while (characters.length > 0) {
    characters.pop()
    const cut = outline(`${characters.join('').trimEnd()}…`, size)
    if (cut.width <= widest) return cut
  }
  return outline('', size)
}
