import type { Locale } from '@plumbline/contract/users'
import { escapeHtml } from '../http/html.ts'
import type { Mail } from './mail.ts'

/**
 * What a mail says: paragraphs, one action, and what to do when it was not asked for. A domain keeps the words of its
 * mails beside it as `Record<Locale, …>`, so that a missing text does not compile, picks those of its reader and
 * queues the result:
 *
 *   const { subject, line, button, closing } = texts[locale]
 *   await queueMail(ctx, layOutMail(email, { locale, subject, lines: [line(name)], action: { label: button, url }, closing }))
 */
export interface MailText {
  /** the language of the words */
  locale: Locale
  subject: string
  lines: string[]
  /** a short code shown large */
  key?: string
  action?: { label: string; url: string }
  closing: string
}

const FONT = "font-family:Inter,'Helvetica Neue',Arial,sans-serif"
/** For readers who show mails in the dark; those who drop style sheets get the light mail. */
const DARK = `@media (prefers-color-scheme:dark){.canvas{background:#191715!important;color:#efece8!important}.sheet{background:#221f1d!important;border-color:#3a3632!important}.muted{color:#aaa49d!important}}`

/** The mail in HTML and in plain text, with the same words. */
export function layOutMail(to: string, { locale, subject, lines, key, action, closing }: MailText): Mail {
  const paragraphs = lines
    .map((line) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(line)}</p>`)
    .join('')
  const large = key
    ? `<p style="margin:0 0 24px;font-size:26px;line-height:32px;letter-spacing:4px;font-weight:600">${escapeHtml(key)}</p>`
    : ''
  const button = action
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(action.url)}" style="display:inline-block;background:#b8470b;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:6px">${escapeHtml(action.label)}</a></p><p class="muted" style="margin:0 0 24px;font-size:12px;line-height:20px;color:#5f5b56;word-break:break-all">${escapeHtml(action.url)}</p>`
    : ''
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}${DARK}</style></head><body class="canvas" style="margin:0;background:#f4f2ef;${FONT};font-size:15px;line-height:24px;color:#23201d"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" class="sheet" width="100%" style="max-width:520px;background:#ffffff;border:1px solid #dedad4;border-radius:10px" cellpadding="0" cellspacing="0"><tr><td style="padding:32px 24px"><p style="margin:0 0 24px;font-weight:600;font-size:16px">Plumbline</p><h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>${paragraphs}${large}${button}<p class="muted" style="margin:0;font-size:12px;line-height:20px;color:#5f5b56">${escapeHtml(closing)}</p></td></tr></table></td></tr></table></body></html>`
  const text = [
    subject,
    ...lines,
    ...(key ? [key] : []),
    ...(action ? [`${action.label}: ${action.url}`] : []),
    closing,
  ]
  return { to, subject, html, text: `${text.join('\n\n')}\n` }
}
