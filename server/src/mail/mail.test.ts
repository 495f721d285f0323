import { buffer } from 'node:stream/consumers'
import { startReset, startSignup } from '@plumbline/contract/auth/auth'
import { contactUs } from '@plumbline/contract/settings/settings'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { startApp } from '../../test/app.ts'
import { Client } from '../../test/client.ts'

/** A test mail server that records received mails. */
async function startSmtp() {
  const received: { to: string[]; raw: Buffer }[] = []
  const waiting: (() => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void buffer(stream).then((raw) => {
        received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw })
        for (const wake of waiting.splice(0)) wake()
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const next = async () => {
    while (received.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    const { to, raw } = received.shift() as (typeof received)[number]
    return { to, mail: await PostalMime.parse(raw) }
  }
  return {
    url: `smtp://127.0.0.1:${port}`,
    next,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

test('With SMTP_URL mails are sent as HTML and text, and the local inbox is not served', async () => {
  const smtp = await startSmtp()
  const app = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: 'Plumbline <hello@example.com>' })
  try {
    const client = new Client(app)
    await client.call(startSignup, { body: { email: 'ines@example.com' } })
    const { to, mail } = await smtp.next()
    expect(to).toEqual(['ines@example.com'])
    expect(mail.from?.address).toBe('hello@example.com')
    expect(mail.subject).toBe('Confirm your e-mail address')
    const link = /http\S+\/signup\?code=\S+/.exec(mail.text ?? '')?.[0]
    expect(link).toBeDefined()
    expect(mail.html).toContain(link)
    expect(mail.text).toMatch(/^\d{6}$/m)
    const inbox = await client.send('GET', '/dev/inbox')
    expect(JSON.stringify(inbox.body)).not.toMatch(/Local inbox|ines@example\.com/)
  } finally {
    await app.close()
    await smtp.close()
  }
})

test('A contact mail to the operator has the sender as Reply-To', async () => {
  const smtp = await startSmtp()
  const app = await startApp({ SMTP_URL: smtp.url, CONTACT_EMAIL: 'desk@example.com' })
  try {
    const { reference } = await new Client(app).call(contactUs, {
      body: {
        name: 'Ines Okafor',
        email: 'ines@example.com',
        topic: 'SUPPORT',
        message: 'How do I move a project?',
        consent: true,
      },
    })
    const { to, mail } = await smtp.next()
    expect(to).toEqual(['desk@example.com'])
    expect(mail.replyTo).toMatchObject([{ address: 'ines@example.com' }])
    expect(mail.subject).toContain(reference)
  } finally {
    await app.close()
    await smtp.close()
  }
})

test('Without SMTP_URL a mail is shown escaped in the local inbox', async () => {
  const app = await startApp()
  try {
    const client = new Client(app)
    await client.call(startSignup, { body: { email: "o'hara@example.com" } })
    await client.call(startReset, { body: { email: 'nobody@example.com' } })
    const { status, body } = await client.send('GET', '/dev/inbox')
    expect(status).toBe(200)
    expect(body).toContain('o&#39;hara@example.com')
    expect(body).not.toContain('nobody@example.com')
  } finally {
    await app.close()
  }
})
