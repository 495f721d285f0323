import { sentences } from '@plumbline/contract/sentences'
import { expect, test } from 'vitest'
import german from '../api/sentences.de.ts'
import spanish from '../api/sentences.es.ts'
import french from '../api/sentences.fr.ts'

const names = (words: string) => (words.match(/\{\w+\}/g) ?? []).sort()

test.each(Object.entries({ german, french, spanish }))(
  'Every %s sentence has the placeholders of the English one',
  (_, table) => {
    for (const sentence of sentences) expect(names(table[sentence])).toEqual(names(sentence))
  },
)
