/** Input and result of the toolbar's formats, which wrap the selection in markers or prefix its lines. */
export interface TextSelection {
  text: string
  /** start of the selection */
  from: number
  to: number
}

export const textFormats = ['bold', 'italic', 'code', 'link', 'quote', 'list', 'numbers'] as const
export type TextFormat = (typeof textFormats)[number]

const markers: Partial<Record<TextFormat, string>> = { bold: '**', italic: '*', code: '`' }

function toggleMarker({ text, from, to }: TextSelection, mark: string): TextSelection {
  const inside = text.slice(from - mark.length, from) === mark && text.slice(to, to + mark.length) === mark
  // in `**a**` the outer `*` is half of a bold marker, not an italic marker
  const doubled = mark === '*' && text.slice(from - 2, from) === '**' && text.slice(from - 3, from) !== '***'
  if (inside && !doubled)
    return {
      text: text.slice(0, from - mark.length) + text.slice(from, to) + text.slice(to + mark.length),
      from: from - mark.length,
      to: to - mark.length,
    }
  return {
    text: text.slice(0, from) + mark + text.slice(from, to) + mark + text.slice(to),
    from: from + mark.length,
    to: to + mark.length,
  }
}

const signs: Partial<Record<TextFormat, (index: number) => string>> = {
  quote: () => '> ',
  list: () => '- ',
  numbers: (index) => `${index + 1}. `,
}
const PREFIX: Partial<Record<TextFormat, RegExp>> = { quote: /^> ?/, list: /^[-*+] /, numbers: /^\d+[.)] / }
/** any list marker, so that one kind of list replaces the other */
const ITEM = /^(?:[-*+]|\d+[.)]) /

/** Prefixes each line of the selection with the format's sign, or removes it if all lines have it. */
function togglePrefix({ text, from, to }: TextSelection, format: TextFormat): TextSelection {
  const sign = signs[format] ?? (() => '')
  const present = PREFIX[format] ?? /^/
  const start = text.lastIndexOf('\n', from - 1) + 1
  const next = text.indexOf('\n', to)
  const end = next === -1 ? text.length : next
  const lines = text.slice(start, end).split('\n')
  const replaced = format === 'quote' ? present : ITEM
  const all = lines.every((line) => present.test(line))
  const changed = lines
    .map((line, index) => (all ? line.replace(present, '') : sign(index) + line.replace(replaced, '')))
    .join('\n')
  return { text: text.slice(0, start) + changed + text.slice(end), from: start, to: start + changed.length }
}

function insertLink({ text, from, to }: TextSelection): TextSelection {
  const selected = text.slice(from, to)
  const isAddress = /^https?:\/\/\S+$/.test(selected)
  const inserted = isAddress ? `[](${selected})` : `[${selected}](https://)`
  const at = isAddress ? from + 1 : from + inserted.length - 1
  return { text: text.slice(0, from) + inserted + text.slice(to), from: at, to: at }
}

export function applyFormat(written: TextSelection, format: TextFormat): TextSelection {
  const mark = markers[format]
  if (mark) return toggleMarker(written, mark)
  return format === 'link' ? insertLink(written) : togglePrefix(written, format)
}
