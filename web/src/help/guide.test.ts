import fs from 'node:fs'
import path from 'node:path'
import { locales } from '@plumbline/contract/users/users'
import { describe, expect, test } from 'vitest'
import { guideLanguages, readGuide } from '../../guide-plugin.ts'
import { containsWords } from '../palette/contains-words.ts'
import { type GuideBlock, type GuideChapter, type GuideSpan, searchGuide } from './guide.ts'

const blocksOf = (chapters: GuideChapter[]): GuideBlock[] =>
  chapters.flatMap(({ intro, sections }) => [...intro, ...sections.flatMap(({ blocks }) => blocks)])
const spansOf = (block: GuideBlock): GuideSpan[] => {
  if (block.kind === 'paragraph') return block.spans
  return block.kind === 'picture' ? [] : block.items.flat()
}
const boldIn = (chapters: GuideChapter[]) =>
  blocksOf(chapters)
    .flatMap(spansOf)
    .flatMap((span) => (typeof span === 'object' && span.kind === 'strong' ? [span.text] : []))

/** All strings in quotes of the application's texts in one language. */
function textsIn(locale: string): Set<string> {
  const source = path.join(import.meta.dirname, '..')
  const ending = locale === 'en' ? /(^|[-/])text\.tsx?$/ : new RegExp(`text\\.${locale}\\.ts$`)
  const files = fs
    .readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
  return new Set(
    files.flatMap((file) =>
      [...fs.readFileSync(path.join(source, file), 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(
        ([, text = '']) => text,
      ),
    ),
  )
}

/** The parts that must be equal in every language: kinds of blocks, number of items, pictures. */
const shapeOf = (chapters: GuideChapter[]) =>
  chapters.map(({ id, intro, sections }) => ({
    id,
    blocks: [intro, ...sections.map(({ blocks }) => blocks)].map((blocks) =>
      blocks.map((block) => {
        if (block.kind === 'picture') return path.basename(block.src)
        return block.kind === 'paragraph' ? block.kind : `${block.kind} of ${block.items.length}`
      }),
    ),
  }))

test('The guide is there in every language of the application', () => {
  expect(guideLanguages().sort()).toEqual([...locales].sort())
})

describe.each(locales)('The guide in %s', (locale) => {
  const chapters = readGuide(locale)

  test('has the chapters, sections, lists and pictures of the English one', () => {
    expect(shapeOf(chapters)).toEqual(shapeOf(readGuide('en')))
  })

  test('names buttons and pages as the application does', () => {
    const texts = textsIn(locale)
    expect(boldIn(chapters).length).toBeGreaterThan(50)
    expect(boldIn(chapters).filter((label) => !texts.has(label))).toEqual([])
  })

  test('links to chapters that exist', () => {
    const hrefs = blocksOf(chapters)
      .flatMap(spansOf)
      .flatMap((span) => (typeof span === 'object' && span.kind === 'link' ? [span.href] : []))
    const ids = chapters.map(({ id }) => id)
    expect(hrefs.filter((href) => !ids.includes(href.split('#')[0] ?? ''))).toEqual([])
  })

  test('has section ids that are unique in their chapter', () => {
    for (const { sections } of chapters)
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  })
})

test('A search finds sections by title first, then by their words, accents and case aside', () => {
  const find = (locale: string, query: string) =>
    searchGuide(readGuide(locale), (text) => containsWords(text, query)).map(
      ({ section, chapter }) => section?.title ?? chapter.title,
    )
  expect(find('en', 'VERSIONS')[0]).toBe('Versions')
  expect(find('en', 'revit')).toEqual(['What you can upload'])
  expect(find('fr', 'deposez')).toContain('Créer un projet')
  expect(find('en', 'no such words')).toEqual([])
})
