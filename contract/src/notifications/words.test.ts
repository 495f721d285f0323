import { expect, test } from 'vitest'
import germanNotes from '../bim/file-notes.de.ts'
import spanishNotes from '../bim/file-notes.es.ts'
import frenchNotes from '../bim/file-notes.fr.ts'
import german from './words.de.ts'
import spanish from './words.es.ts'
import french from './words.fr.ts'
import { englishNotificationTexts, formatNotification } from './words.ts'

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
])('%s texts of failed versions use translated messages', (_, words, notes) => {
  expect(formatNotification(words, failed('TRUNCATED'))).toContain(notes.TRUNCATED)
  expect(formatNotification(words, failed('TRUNCATED'))).not.toContain('missing')
  for (const code of [undefined, 'NEWER_THAN_THIS', 'toString'])
    expect(formatNotification(words, failed(code))).toContain('The end of the file is missing.')
})

test('English texts of failed versions use the detailed message of the server', () => {
  expect(formatNotification(englishNotificationTexts, failed('TRUNCATED'))).toContain(
    'The end of the file is missing.',
  )
})
