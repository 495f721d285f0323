import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

/** The font of PDF documents: Inter, one file per group of scripts, embedded so that text can be searched and copied. */

const scripts = [
  'latin',
  'latin-ext',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
  'vietnamese',
] as const
type Script = (typeof scripts)[number]
type Weight = 400 | 700

const known = new Map<Script, Font>()

export const fontFile = (script: Script, weight: Weight) =>
  fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff`))

function fontOf(script: Script): Font {
  const font = known.get(script) ?? (create(readFileSync(fontFile(script, 400))) as Font)
  known.set(script, font)
  return font
}

export interface Run {
  text: string
  script: Script
}

const LINE_BREAK = /\r\n?|[\u2028\u2029]/g
/** Soft hyphens, joiners, variation selectors and byte order marks: no font has a glyph for them. */
const INVISIBLE = /\u00ad|\u200d|\u2060|[\ufe00-\ufe0f]|\ufeff/g

/** Splits text into runs covered by one font file; unsupported characters become question marks. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  const plain = text.normalize('NFC').replace(LINE_BREAK, '\n').replace(INVISIBLE, '').replace(/\t/g, ' ')
  for (const character of plain) {
    const code = character.codePointAt(0) ?? 0
    const script =
      character === '\n'
        ? runs.at(-1)?.script
        : scripts.find((name) => fontOf(name).hasGlyphForCodePoint(code))
    const last = runs.at(-1)
    const shown = script || character === '\n' ? character : '?'
    if (last && last.script === (script ?? 'latin')) last.text += shown
    else runs.push({ text: shown, script: script ?? 'latin' })
  }
  return runs
}
