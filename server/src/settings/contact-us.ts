import { randomUUIDv7 } from 'node:crypto'
import type * as api from '@plumbline/contract/settings/settings'
import { sql } from 'kysely'
import type { Handler, Input, PublicCtx } from '../context.ts'
import { queueMail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'

const MAX_PER_HOUR = 5
const HOUR_S = 3600

/** Stores a message; a bot that fills in the honeypot field gets a reference as well, but nothing is stored. */
async function storeMessage(ctx: PublicCtx, { body }: Input<typeof api.contactUs>) {
  const id = randomUUIDv7()
  const { rows } = await sql<{ number: number }>`select nextval('contact_message_numbers') as number`.execute(
    ctx.tx,
  )
  const reference = `PL-${ctx.now().getUTCFullYear()}-${String(rows[0]?.number ?? 0).padStart(6, '0')}`
  if (body.honeypot) return { id, reference }
  const { consent: _, honeypot: __, ...message } = body
  await ctx.tx
    .insertInto('contact_messages')
    .values({ id, reference, ...message })
    .execute()
  await forwardMessage(ctx, reference, body)
  return { id, reference }
}

/** Mails the message to the configured address with the sender as Reply-To. */
async function forwardMessage(
  ctx: PublicCtx,
  reference: string,
  message: Input<typeof api.contactUs>['body'],
) {
  const { contactEmail, publicUrl } = ctx.config
  if (!contactEmail) return
  const { name, email, company, phone, topic, project_id, page_url } = message
  const senderDetails = [
    `${name} <${email}>`,
    ...(company ? [company] : []),
    ...(phone ? [phone] : []),
    ...(project_id ? [`Project ${project_id}`] : []),
    ...(page_url ? [`Page ${page_url}`] : []),
  ]
  const mail = renderMail(contactEmail, {
    locale: 'en',
    subject: `${reference} ${topic}: message from ${name}`,
    lines: [...message.message.split(/\n+/), senderDetails.join(' · ')],
    closing: `Sent from ${publicUrl}. Replies go to the sender.`,
  })
  await queueMail(ctx, { ...mail, reply_to: email })
}

export const contactUs: Handler<typeof api.contactUs, void> = {
  prepare: (ctx) => ctx.limit(`contact:${ctx.http.network}`, MAX_PER_HOUR, HOUR_S),
  handle: storeMessage,
}
