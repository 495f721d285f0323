import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type FormReading, readForm } from './form-values.ts'
import { englishUiText } from './text.tsx'

function sentences(reading: FormReading<unknown>): Record<string, string> {
  if (reading.ok) throw new Error('was accepted')
  return Object.fromEntries(
    [...reading.issues].map(([name, issue]) => [name, englishUiText.fieldIssue(issue)]),
  )
}

describe('an empty control', () => {
  const schema = z.object({
    name: z.string().check(z.minLength(1)),
    description: z.string(),
    due_date: z.nullable(z.iso.date()),
    phone: z.optional(z.string().check(z.minLength(5))),
  })
  test('becomes the empty value its schema accepts: blank text, null or undefined', () => {
    const reading = readForm(schema, { name: 'Crack', description: '', due_date: '', phone: '' })
    expect(reading).toEqual({ ok: true, values: { name: 'Crack', description: '', due_date: null } })
  })
  test('is reported as missing when the schema accepts none of these', () => {
    expect(sentences(readForm(schema, { name: '', description: '', due_date: '', phone: '' }))).toEqual({
      name: 'Fill this in',
    })
  })
  test('of another type is reported as missing too', () => {
    const choice = z.object({ role: z.enum(['OWNER', 'OTHER']), seats: z.number(), terms: z.literal(true) })
    expect(sentences(readForm(choice, { role: null, seats: null, terms: false }))).toEqual({
      role: 'Fill this in',
      seats: 'Fill this in',
      terms: 'Tick this box',
    })
  })
})

describe('a refused value', () => {
  test('is explained with the messages of the UI, not of the schema library', () => {
    const schema = z.object({
      email: z.email(),
      password: z.string().check(z.minLength(12)),
      name: z.string().check(z.maxLength(3)),
      seats: z.number().check(z.gte(2), z.lte(5)),
      labels: z.array(z.string()).check(z.maxLength(1)),
      website: z.url(),
    })
    const values = {
      email: 'ana',
      password: 'short',
      name: 'long',
      seats: 9,
      labels: ['a', 'b'],
      website: 'x',
    }
    expect(sentences(readForm(schema, values))).toEqual({
      email: 'Enter an e-mail address, such as name@company.com',
      password: 'Enter at least 12 characters',
      name: 'Enter at most 3 characters',
      seats: 'Enter 5 or less',
      labels: 'Choose at most 1',
      website: 'Enter a web address, such as https://company.com',
    })
  })
  test('keeps the message of a custom rule, also for the whole form', () => {
    const schema = z.object({ from: z.string(), to: z.string() }).check(
      z.refine((value) => value.from <= value.to, { error: 'The end is before the start', path: ['to'] }),
      z.refine((value) => value.from !== value.to, 'Start and end are the same'),
    )
    expect(sentences(readForm(schema, { from: '2', to: '1' }))).toEqual({ to: 'The end is before the start' })
    expect(sentences(readForm(schema, { from: '1', to: '1' }))).toEqual({ '': 'Start and end are the same' })
  })
  test('inside a list is reported once, at the field of the list', () => {
    const schema = z.object({ emails: z.array(z.email()) })
    expect(Object.keys(sentences(readForm(schema, { emails: ['x', 'y'] })))).toEqual(['emails'])
  })
})

test('Reading the values does not change the controls', () => {
  const controls = { due_date: '' }
  readForm(z.object({ due_date: z.optional(z.iso.date()) }), controls)
  expect(controls).toEqual({ due_date: '' })
})
