import { randomUUIDv7 } from 'node:crypto'
import nodemailer from 'nodemailer'
import type { Config } from '../config.ts'
import type { PublicCtx, Server } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { retryTransient } from '../db/transient-errors.ts'
import { claimMail, finishMail, retryMail } from './mail-queue.ts'

export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** Reply-To; default is the sender address */
  reply_to?: string
  /** additional mail headers */
  headers?: Record<string, string>
  attachment?: Buffer
  attachment_name?: string
}

/** Queues a mail in the caller's transaction: it is sent if and only if the transaction commits. */
export async function queueMail(ctx: Pick<PublicCtx, 'tx' | 'jobs'>, mail: Mail): Promise<void> {
  const id = randomUUIDv7()
  const { to: recipient, headers, ...content } = mail
  await ctx.tx
    .insertInto('mails')
    .values({ id, recipient, ...content, ...(headers ? { headers: toJsonb(headers) } : {}) })
    .execute()
  await ctx.jobs.add(ctx.tx, 'mail', { mail_id: id })
}

const SMTP_CONNECT_TIMEOUT_MS = 10_000
const SMTP_IDLE_TIMEOUT_MS = 30_000
/** for a whole mail, because a server that keeps sending bytes is never idle; shorter than its job and its lease may take */
const SMTP_TOTAL_TIMEOUT_MS = 100_000

/** Creates the SMTP transport with timeouts; null without SMTP_URL. */
export const createMailTransport = (
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  connectMs = SMTP_CONNECT_TIMEOUT_MS,
) =>
  smtpUrl
    ? nodemailer.createTransport(
        {
          url: smtpUrl,
          connectionTimeout: connectMs,
          greetingTimeout: connectMs,
          dnsTimeout: connectMs,
          socketTimeout: SMTP_IDLE_TIMEOUT_MS,
        },
        { from: mailFrom },
      )
    : null

/** Creates the job handler that sends a queued mail by SMTP, or keeps it for the local inbox without SMTP_URL. */
export function createMailSender(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  totalMs = SMTP_TOTAL_TIMEOUT_MS,
) {
  const transport = createMailTransport(config)
  return async (
    server: Pick<Server, 'db' | 'now' | 'log'>,
    mailId: string,
    signal: AbortSignal,
  ): Promise<void> => {
    const mail = await claimMail(server, mailId)
    if (!mail) return
    try {
      if (transport)
        await transport.sendMail({
          to: mail.recipient,
          subject: mail.subject,
          html: mail.html,
          text: mail.text,
          signal: AbortSignal.any([signal, AbortSignal.timeout(totalMs)]),
          ...(mail.reply_to ? { replyTo: mail.reply_to } : {}),
          ...(mail.attachment
            ? { attachments: [{ content: mail.attachment, filename: mail.attachment_name ?? 'attachment' }] }
            : {}),
          ...(mail.headers ? { headers: mail.headers as Record<string, string> } : {}),
        })
    } catch (error) {
      return retryMail(server, mail, error as Error)
    }
    // a mail that is sent and not recorded as sent would be sent again
    await retryTransient(() => finishMail(server, mailId, transport ? 'SENT' : 'KEPT'))
  }
}
