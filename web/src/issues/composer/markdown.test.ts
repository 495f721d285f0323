import { describe, expect, test } from 'vitest'
import { type MarkdownBlock, parseMarkdown } from './markdown.ts'
import type { MarkdownInline } from './markdown-inline.ts'

const ADA = '0193f0a0-0000-7000-8000-00000000000a'

/** Serialises inline nodes in short form: <b>, <i>, <c> for code, <a href>, <p id> for people, <n> for issues. */
function serialize(inlines: MarkdownInline[]): string {
  return inlines
    .map((inline) => {
      if (inline.kind === 'text') return inline.text
      if (inline.kind === 'code') return `<c>${inline.text}</c>`
      if (inline.kind === 'bold') return `<b>${serialize(inline.inlines)}</b>`
      if (inline.kind === 'italic') return `<i>${serialize(inline.inlines)}</i>`
      if (inline.kind === 'link') return `<a ${inline.href}>${serialize(inline.inlines)}</a>`
      if (inline.kind === 'person') return `<p ${inline.id}>${inline.name}</p>`
      return inline.kind === 'issue' ? `<n ${inline.number}>` : '<br>'
    })
    .join('')
}
function serializeBlocks(blocks: MarkdownBlock[]): unknown[] {
  return blocks.map((block) => {
    if (block.kind === 'paragraph') return serialize(block.inlines)
    if (block.kind === 'code') return { code: block.text }
    if (block.kind === 'quote') return { quote: serializeBlocks(block.blocks) }
    return { list: block.start, items: block.items.map(serializeBlocks) }
  })
}
const parseLine = (text: string) => serializeBlocks(parseMarkdown(text))[0]

describe('inline Markdown', () => {
  test.each([
    ['Repaired on **Tuesday**, see *photo*', 'Repaired on <b>Tuesday</b>, see <i>photo</i>'],
    ['***both*** and **a *b* c**', '<b><i>both</i></b> and <b>a <i>b</i> c</b>'],
    ['_once_ but snake_case_name and 2*3*4 m', '<i>once</i> but snake_case_name and 2*3*4 m'],
    ['` **not bold** ` and ``a`b``', '<c>**not bold**</c> and <c>a`b</c>'],
    ['a * b * c and **open', 'a * b * c and **open'],
    ['\\*plain\\* and \\#12', '*plain* and #12'],
    ['first\nsecond', 'first<br>second'],
    ['see #12, not a#13, C#4 or ##5 or #12a', 'see <n 12>, not a#13, C#4 or ##5 or #12a'],
    [`thanks @[Ada Lovelace](user:${ADA})!`, `thanks <p ${ADA}>Ada Lovelace</p>!`],
    ['[the plan](https://example.org/a_(b))', '<a https://example.org/a_(b)>the plan</a>'],
    [
      'at https://example.org/a?b=1. And (https://example.org/c)',
      'at <a https://example.org/a?b=1>https://example.org/a?b=1</a>. And (<a https://example.org/c>https://example.org/c</a>)',
    ],
  ])('parseMarkdown parses “%s”', (text, expected) => expect(parseLine(text)).toBe(expected))
})

describe('hostile Markdown', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[click](javascript:alert(1))',
    '[click](data:text/html,hello)',
    '[click](//example.org)',
    '[click](https://)',
    '@[Ada](user:../../admin)',
    '&lt;b&gt;',
  ])('%s stays plain text', (text) => expect(parseLine(text)).toBe(text))

  test('Quotes in a URL are percent-encoded', () => {
    expect(parseLine('[a](https://example.org/"onmouseover="alert(1))')).toBe(
      '<a https://example.org/%22onmouseover=%22alert(1)>a</a>',
    )
  })

  test.each([
    ['quotes', `${'> '.repeat(4000)}deep`],
    ['lists', Array.from({ length: 90 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['stars', '**a *b _c '.repeat(1000)],
    ['closing stars', 'a* b_ '.repeat(1600)],
    ['brackets', '['.repeat(10_000)],
    ['mentions', '@['.repeat(5000)],
    ['ticks', Array.from({ length: 140 }, (_, length) => '`'.repeat(length)).join(' ')],
    ['addresses', `https://a.example/${')'.repeat(9000)}`],
  ])('Ten thousand characters of %s are parsed without losing text', (_, text) => {
    const words = JSON.stringify(serializeBlocks(parseMarkdown(text)))
    expect(words.includes('deep') || words.includes('a') || words.length >= text.length).toBe(true)
  })
})

describe('Markdown blocks', () => {
  test('parseMarkdown parses paragraphs, quotes, code and nested lists', () => {
    const text = [
      'Before',
      '',
      '> quoted **text**',
      '> - one',
      '',
      '```ts',
      'const a = "**b**"',
      '```',
      '- first',
      '  goes on',
      '- second',
      '  1. inner',
      '',
      '3. third',
      '4) fourth',
      'After',
    ].join('\n')
    expect(serializeBlocks(parseMarkdown(text))).toEqual([
      'Before',
      { quote: ['quoted <b>text</b>', { list: null, items: [['one']] }] },
      { code: 'const a = "**b**"' },
      { list: null, items: [['first<br>goes on'], ['second', { list: 1, items: [['inner']] }]] },
      { list: 3, items: [['third'], ['fourth']] },
      'After',
    ])
  })
  test('An unclosed code fence extends to the end of the text', () => {
    expect(serializeBlocks(parseMarkdown('```\n- a'))).toEqual([{ code: '- a' }])
  })
})
