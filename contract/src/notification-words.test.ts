import { expect, test } from 'vitest'
import germanNotes from './file-notes.de.ts'
import spanishNotes from './file-notes.es.ts'
import frenchNotes from './file-notes.fr.ts'
import german from './notification-words.de.ts'
import spanish from './notification-words.es.ts'
import french from './notification-words.fr.ts'
import { english, sayNotification } from './notification-words.ts'

const failed = (error_code?: string) => ({
  type: 'BIM_PROCESSING_COMPLETED' as const,
  payload: {
    bim_file_header_name: 'Tower',
    bim_file_variant_version: 2,
    message: 'The end of the file is missing.',
    ...(error_code ? { error_code } : {}),
  },
})

test.each([
  ['German', german, germanNotes],
  ['Spanish', spanish, spanishNotes],
  ['French', french, frenchNotes],
])('%s says why a file failed in its own words', (_, words, notes) => {
  expect(sayNotification(words, failed('TRUNCATED'))).toContain(notes.TRUNCATED)
  expect(sayNotification(words, failed('TRUNCATED'))).not.toContain('missing')
  for (const code of [undefined, 'NEWER_THAN_THIS', 'toString'])
    expect(sayNotification(words, failed(code))).toContain('The end of the file is missing.')
})

test('English says it as the server does, which knows the details', () => {
  expect(sayNotification(english, failed('TRUNCATED'))).toContain('The end of the file is missing.')
})
