import type { Locale } from '@plumbline/contract/users/users'
import { escapeHtml } from '../http/html.ts'
import type { Mail } from './mail.ts'

/** A titled list of rows, each with an optional link. */
export interface MailGroup {
  title: string
  rows: { text: string; quote?: string | undefined; url: string | null }[]
}

/**
 * Content of a mail: paragraphs, one action and a closing. Domains keep their mail texts as `Record<Locale, …>`, so that a
 * missing translation does not compile, choose those of the recipient and queue the result:
 *
 *   const { subject, line, button, closing } = texts[locale]
 *   await queueMail(ctx, renderMail(email, { locale, subject, lines: [line(name)], action: { label: button, url }, closing }))
 */
export interface MailContent {
  /** language of the texts */
  locale: Locale
  subject: string
  lines: string[]
  /** a short code shown large */
  key?: string
  groups?: MailGroup[]
  action?: { label: string; url: string }
  closing: string
  /** below the closing */
  links?: { label: string; url: string }[]
}

const FONT = "font-family:Inter,'Helvetica Neue',Arial,sans-serif"
/** Dark colors; mail programs that drop style sheets show the light mail. */
const DARK = `@media (prefers-color-scheme:dark){.canvas{background:#191715!important;color:#efece8!important}.sheet{background:#221f1d!important;border-color:#3a3632!important}.row{border-color:#3a3632!important}.text{color:#efece8!important}.muted{color:#aaa49d!important}}`
const SMALL = 'font-size:12px;line-height:20px;color:#5f5b56'

function renderParagraph(line: string): string {
  return `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(line)}</p>`
}

function renderKey(key: string): string {
  return `<p style="margin:0 0 24px;font-size:26px;line-height:32px;letter-spacing:4px;font-weight:600">${escapeHtml(key)}</p>`
}

function renderButton({ label, url }: { label: string; url: string }, isPlain: boolean): string {
  const address = isPlain
    ? ''
    : `<p class="muted" style="margin:0 0 24px;${SMALL};word-break:break-all">${escapeHtml(url)}</p>`
  return `<p style="margin:0 0 24px"><a href="${escapeHtml(url)}" style="display:inline-block;background:#b8470b;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:6px">${escapeHtml(label)}</a></p>${address}`
}

function renderGroup({ title, rows }: MailGroup): string {
  const lines = rows.map(({ text, quote, url }) => {
    const words = url
      ? `<a class="text" href="${escapeHtml(url)}" style="color:#23201d">${escapeHtml(text)}</a>`
      : escapeHtml(text)
    const quoted = quote
      ? `<br><span class="muted" style="font-size:13px;color:#5f5b56">${escapeHtml(quote)}</span>`
      : ''
    return `<p class="row" style="margin:0;padding:10px 0;border-top:1px solid #dedad4;overflow-wrap:anywhere">${words}${quoted}</p>`
  })
  return `<h2 style="margin:0 0 6px;font-size:15px;line-height:24px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(title)}</h2>${lines.join('')}<div style="height:24px"></div>`
}

function renderSmallLink({ label, url }: { label: string; url: string }): string {
  return `<a class="muted" href="${escapeHtml(url)}" style="color:#5f5b56">${escapeHtml(label)}</a>`
}

/** The plain-text version of a mail. */
function formatPlainText(mail: MailContent): string {
  const { subject, lines, key, groups = [], action, closing, links = [] } = mail
  const listed = groups.map(({ title, rows }) =>
    [
      title,
      ...rows.map(({ text, quote, url }) =>
        [`- ${text}`, ...(quote ? [`  ${quote}`] : []), ...(url ? [`  ${url}`] : [])].join('\n'),
      ),
    ].join('\n'),
  )
  const parts = [
    subject,
    ...lines,
    ...(key ? [key] : []),
    ...listed,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    closing,
    ...links.map(({ label, url }) => `${label}: ${url}`),
  ]
  return `${parts.join('\n\n')}\n`
}

/** Renders a mail as HTML and plain text. */
export function renderMail(to: string, mail: MailContent): Mail {
  const { locale, subject, lines, key, groups = [], action, closing, links = [] } = mail
  const body = [
    ...lines.map(renderParagraph),
    ...(key ? [renderKey(key)] : []),
    ...groups.map(renderGroup),
    ...(action ? [renderButton(action, groups.length > 0)] : []),
  ].join('')
  const foot =
    links.length > 0
      ? `<p class="muted" style="margin:8px 0 0;${SMALL}">${links.map(renderSmallLink).join(' · ')}</p>`
      : ''
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>:root{color-scheme:light dark}${DARK}</style></head><body class="canvas" style="margin:0;background:#f4f2ef;${FONT};font-size:15px;line-height:24px;color:#23201d"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px"><table role="presentation" class="sheet" width="100%" style="max-width:520px;background:#ffffff;border:1px solid #dedad4;border-radius:10px" cellpadding="0" cellspacing="0"><tr><td style="padding:32px 24px"><p style="margin:0 0 24px;font-weight:600;font-size:16px">Plumbline</p><h1 style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(subject)}</h1>${body}<p class="muted" style="margin:0;${SMALL}">${escapeHtml(closing)}</p>${foot}</td></tr></table></td></tr></table></body></html>`
  return { to, subject, html, text: formatPlainText(mail) }
}
