import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import type { Server } from '../context.ts'
import { escapeHtml, renderPage } from '../http/html.ts'
import { Refusal } from '../http/refusal.ts'

/** True if mails are shown in the local inbox, to anyone who reaches the server. */
export const hasLocalInbox = (config: Config) => config.env !== 'production' && !config.smtpUrl

/**
 * Serves the local inbox with all mails of a server without SMTP, so that a trial needs no mail server. Never served in
 * production.
 */
export function serveLocalInbox(app: FastifyInstance, { db, config }: Server) {
  if (!hasLocalInbox(config)) return
  app.get('/dev/inbox', async (_request, reply) => {
    const mails = await db.selectFrom('mails').selectAll().orderBy('created_at', 'desc').limit(50).execute()
    const articles = mails.map(
      (mail) =>
        `<article><p><strong>${escapeHtml(mail.subject)}</strong><br><span class="muted">to ${escapeHtml(mail.recipient)}, ${mail.created_at.slice(0, 19).replace('T', ' ')} UTC</span></p><pre>${linkUrls(mail.text)}</pre><p><a href="/dev/inbox/${mail.id}">HTML version</a></p></article>`,
    )
    const empty = '<p class="muted">No mail yet.</p>'
    const intro = `<h1>Local inbox</h1><p class="muted">This server has no SMTP_URL, so mails are kept here. Showing the newest 50. <a href="/">Back to Plumbline</a></p>`
    return reply
      .type('text/html; charset=utf-8')
      .send(renderPage('Local inbox', intro + (articles.join('') || empty)))
  })
  app.get('/dev/inbox/:id', async (request, reply) => {
    const { data: params } = z.safeParse(z.object({ id: z.uuid() }), request.params)
    if (!params) throw new Refusal('not_found')
    const { id } = params
    const mail = await db.selectFrom('mails').select('html').where('id', '=', id).executeTakeFirst()
    if (!mail) throw new Refusal('not_found')
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups",
      )
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })
}

/** Escapes plain text and turns URLs into links. */
function linkUrls(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s]+/g, (url) => `<a href="${url}">${url}</a>`)
}
