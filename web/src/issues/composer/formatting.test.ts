import { expect, test } from 'vitest'
import { applyFormat, type TextFormat, type TextSelection } from './formatting.ts'

/** Parses a text in which `|` marks the ends of the selection. */
function read(marked: string): TextSelection {
  const from = marked.indexOf('|')
  const to = marked.lastIndexOf('|') - (marked.lastIndexOf('|') > from ? 1 : 0)
  return { text: marked.replaceAll('|', ''), from, to }
}
function show({ text, from, to }: TextSelection) {
  return from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`
}

test.each<[TextFormat, string, string]>([
  ['bold', 'a |word| here', 'a **|word|** here'],
  ['bold', 'a **|word|** here', 'a |word| here'],
  ['italic', '**|word|**', '***|word|***'],
  ['italic', '***|word|***', '**|word|**'],
  ['code', 'at |', 'at `|`'],
  ['link', 'see |the plan|', 'see [the plan](https://|)'],
  ['link', '|https://example.org|', '[|](https://example.org)'],
  ['quote', 'one\nt|wo\nthr|ee', 'one\n|> two\n> three|'],
  ['list', '- one\n- t|wo', '- one\n|two|'],
  ['numbers', '|- a\nb|', '|1. a\n2. b|'],
])('%s of %j', (format, before, after) => expect(show(applyFormat(read(before), format))).toBe(after))
