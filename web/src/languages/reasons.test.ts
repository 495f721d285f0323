import { fillSentence } from '@plumbline/contract/fill-sentence'
import { reason, reasons } from '@plumbline/contract/reasons'
import { expect, test } from 'vitest'
import { translateReason } from '../api/reason-text.ts'
import german from './de.ts'
import spanish from './es.ts'
import french from './fr.ts'

const languages = { german, french, spanish }
const placeholders = (words: string) => (words.match(/\{[^}]*\}/g) ?? []).sort()

test.each(Object.entries(languages))(
  'Every %s sentence of a reason has the placeholders of the English one',
  (_, texts) => {
    expect(Object.keys(texts.reasons).sort()).toEqual(Object.keys(reasons).sort())
    for (const [code, english] of Object.entries(reasons))
      expect([code, placeholders(texts.reasons[code as keyof typeof reasons])]).toEqual([
        code,
        placeholders(english),
      ])
  },
)

test.each(Object.entries(languages))('Every %s sentence is filled without leftovers', (_, texts) => {
  for (const sentence of Object.values(texts.reasons)) {
    const names = placeholders(sentence).map((each) => each.replace(/[{}]|:\w+/g, ''))
    const filled = fillSentence(sentence, Object.fromEntries(names.map((name) => [name, 'OPEN'])), texts.ui)
    expect(filled).not.toMatch(/[{}]/)
  }
})

test('A refused status change names the statuses as the screens of each language do', () => {
  const refused = reason('status_change_refused', { from: 'IN_PROGRESS', to: 'CLOSED' })
  expect(Object.values(languages).map((texts) => translateReason(texts, refused))).toEqual([
    'Sie können den Status nicht von „In Arbeit“ auf „Geschlossen“ ändern',
    'Vous ne pouvez pas faire passer le statut de « En cours » à « Clôturée »',
    'No puede cambiar el estado de «En curso» a «Cerrada»',
  ])
})

test('A code of a newer server has no translation', () => {
  expect(translateReason(german, { code: 'toString' })).toBeNull()
  expect(translateReason(german, { code: 'not_invented_yet', values: { count: 3 } })).toBeNull()
})
