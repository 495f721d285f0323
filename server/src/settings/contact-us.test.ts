import type { CallOf } from '@plumbline/contract/http'
import { contactUs } from '@plumbline/contract/settings/settings'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/app.ts'
import { Client, refusal } from '../../test/client.ts'
import { makeUser } from '../../test/make.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ CONTACT_EMAIL: 'desk@example.com' })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.server.db.deleteFrom('rate_limits').execute()
})

const body = {
  name: 'Ines Okafor',
  email: 'ines@example.com',
  topic: 'BUG',
  message: 'The crane is\nnot where it should be.',
  consent: true,
} as const
const write = (more: Partial<CallOf<typeof contactUs>['body']> = {}, client = new Client(app)) =>
  client.call(contactUs, { body: { ...body, ...more } })
const kept = () => app.server.db.selectFrom('contact_messages').selectAll().orderBy('created_at').execute()
const mailed = () =>
  app.server.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', 'desk@example.com')
    .orderBy('created_at')
    .execute()

test('A contact message is stored and mailed with the sender as Reply-To, signed in or not', async () => {
  const { id, reference } = await write({ company: 'Okafor Bau' })
  expect(reference).toMatch(/^PL-\d{4}-\d{6}$/)
  const { consent: _, ...said } = body
  expect(await kept()).toMatchObject([{ id, reference, ...said, company: 'Okafor Bau' }])
  const [mail] = await mailed()
  expect(mail).toMatchObject({ reply_to: 'ines@example.com', subject: expect.stringContaining(reference) })
  expect(mail?.text).toContain('not where it should be.')
  const { client } = await makeUser(app)
  const second = await write({}, client)
  expect(second.reference > reference).toBe(true)
})

test('A message with the honeypot field gets the same response but is not stored', async () => {
  const before = [(await kept()).length, (await mailed()).length]
  const { reference } = await write({ honeypot: 'https://spam.example' })
  expect(reference).toMatch(/^PL-\d{4}-\d{6}$/)
  expect([(await kept()).length, (await mailed()).length]).toEqual(before)
})

test('Contact messages are limited to five per hour and IP address', async () => {
  for (let i = 0; i < 5; i++) await write()
  const { status, body: answer } = await refusal(write())
  expect([status, answer.error]).toEqual([429, 'too_many_requests'])
})

test('A contact message without consent or with invalid fields is refused', async () => {
  const before = (await kept()).length
  for (const wrong of [{ consent: false }, { message: 'too short' }, { email: 'nobody' }, { name: 'A\nB' }])
    expect((await refusal(write(wrong as never))).status).toBe(400)
  expect(await kept()).toHaveLength(before)
})
