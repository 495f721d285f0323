import { sentences } from '@plumbline/contract/reasons'
import { expect, test } from 'vitest'
import german from '../api/reasons.de.ts'
import spanish from '../api/reasons.es.ts'
import french from '../api/reasons.fr.ts'

const names = (words: string) => (words.match(/\{\w+\}/g) ?? []).sort()

test.each(Object.entries({ german, french, spanish }))(
  'Every %s sentence has the placeholders of the English one',
  (_, table) => {
    for (const sentence of sentences) expect(names(table[sentence])).toEqual(names(sentence))
  },
)
