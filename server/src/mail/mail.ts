import { randomUUIDv7 } from 'node:crypto'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { PublicCtx, Server } from '../context.ts'
import { json } from '../db/database.ts'

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** who gets the answer; the sender of all mails without it */
  reply_to?: string
  /** lines of its head beside the usual ones */
  headers?: Record<string, string>
  attachment?: Buffer
  attachment_name?: string
}

/** Queues a mail in the caller's transaction: it is sent if and only if the transaction commits. */
export async function queueMail(ctx: Pick<PublicCtx, 'tx' | 'jobs'>, mail: Mail): Promise<void> {
  const id = randomUUIDv7()
  const { to: recipient, headers, ...words } = mail
  await ctx.tx
    .insertInto('mails')
    .values({ id, recipient, ...words, ...(headers ? { headers: json(headers) } : {}) })
    .execute()
  await ctx.jobs.add(ctx.tx, 'mail', { mail_id: id })
}

/** Sends queued mails by SMTP, or keeps them for the local inbox page when no SMTP_URL is set. */
export function mailSender(config: Config) {
  const transport = config.smtpUrl
    ? nodemailer.createTransport(config.smtpUrl, { from: config.mailFrom })
    : null
  return async ({ db }: Pick<Server, 'db'>, mailId: string): Promise<void> => {
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', mailId)
      .where('state', '=', 'QUEUED')
      .executeTakeFirst()
    if (!mail) return
    if (transport)
      await transport.sendMail({
        to: mail.recipient,
        subject: mail.subject,
        html: mail.html,
        text: mail.text,
        ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
        ...(mail.attachment
          ? { attachments: [{ content: mail.attachment, filename: mail.attachment_name ?? 'attachment' }] }
          : {}),
        ...(mail.headers ? { headers: mail.headers as Record<string, string> } : {}),
      })
    await db
      .updateTable('mails')
      .set({ state: transport ? 'SENT' : 'KEPT' })
      .where('id', '=', mailId)
      .execute()
  }
}
