import type { BillingInfo } from '@plumbline/contract/billing/billing'
import { type Locale, locales } from '@plumbline/contract/users/users'
import type { Selectable } from 'kysely'
import type { Config } from '../config.ts'
import type { Tables } from '../db/tables.ts'
import { colors, MARGIN, Pen, type Style } from '../pdf/pen.ts'
import type { PricedLine } from './charges.ts'
import { formatInvoiceAmount, formatInvoicePercent, formatLongDate } from './format.ts'
import { type InvoiceTexts, invoiceTexts } from './invoice-texts.ts'

/** Draws the PDF of an issued invoice from its row alone. Runs in a worker thread. */

export type InvoiceRow = Selectable<Tables['invoices']>
type Seller = Config['billing']['seller']
type Buyer = Omit<BillingInfo, 'email'>

interface InvoicePage {
  pen: Pen
  texts: InvoiceTexts
  locale: Locale
  invoice: InvoiceRow
}

/** Columns of the table: offset from the margin and width, in points. */
const columns = { description: [0, 250], quantity: [255, 45], price: [305, 90], amount: [400, 99] } as const

function writeRow({ pen }: InvoicePage, texts: Record<keyof typeof columns, string>, style: Style = {}) {
  if (pen.left < 60) pen.pdf.addPage()
  const top = pen.pdf.y
  let bottom = top
  for (const [name, [x, width]] of Object.entries(columns) as [
    keyof typeof columns,
    readonly [number, number],
  ][]) {
    if (texts[name] === '') continue
    pen.write(texts[name], { ...style, x: MARGIN + x, y: top, width, is_right: name !== 'description' })
    bottom = Math.max(bottom, pen.pdf.y)
  }
  pen.pdf.x = MARGIN
  pen.pdf.y = bottom + 4
}

const empty = { quantity: '', price: '' }

function formatAddress({ texts: words, locale }: InvoicePage, party: Seller | Buyer): string[] {
  const countries = new Intl.DisplayNames(locale, { type: 'region' })
  return [
    party.name,
    party.address,
    `${party.postal_code} ${party.city}`.trim(),
    (party.country && countries.of(party.country)) ?? '',
    party.tax_id ? `${words.vatNumber}: ${party.tax_id}` : '',
  ].filter((line) => line !== '')
}

function writeHead(sheet: InvoicePage) {
  const { pen, texts: words, locale, invoice } = sheet
  const seller = invoice.seller as Seller
  for (const line of [...formatAddress(sheet, seller), seller.email].filter((text) => text !== ''))
    pen.write(line, { size: 9, color: colors.faint })
  pen.gap(28)
  for (const line of formatAddress(sheet, invoice.buyer as Buyer)) pen.write(line)
  pen.gap(28).write(words.invoice, { size: 20, is_bold: true }).gap(6)
  if (invoice.state === 'VOID') pen.write(words.cancelled, { size: 13, is_bold: true }).gap(4)
  pen.write(`${words.number}: ${invoice.number}`)
  pen.write(`${words.date}: ${formatLongDate(locale, invoice.issued_at ?? '')}`)
  if (invoice.total > 0 && invoice.state !== 'VOID')
    pen.write(`${words.due}: ${formatLongDate(locale, invoice.due_at ?? '')}`)
  pen.gap(18)
}

function describeLine({ texts: words, locale }: InvoicePage, line: PricedLine): string {
  const plan = line.slug ? words.plans[line.slug] : ''
  if (line.kind === 'DISCOUNT') return words.discount
  if (line.kind === 'BALANCE') return words.balance
  const subject = line.kind === 'UNUSED' ? words.unused(plan) : words.seats(plan, line.interval ?? 'MONTH')
  return `${subject}\n${formatLongDate(locale, line.from ?? '')} – ${formatLongDate(locale, line.until ?? '')}`
}

function writeTable(sheet: InvoicePage) {
  const { pen, texts: words, locale, invoice } = sheet
  const format = (amount: number) => formatInvoiceAmount(locale, invoice.currency, amount)
  const { description, quantity, price, amount } = words
  writeRow(sheet, { description, quantity, price, amount }, { size: 9, color: colors.faint })
  pen.rule()
  for (const line of invoice.lines as PricedLine[])
    writeRow(sheet, {
      description: describeLine(sheet, line),
      quantity: line.unit_amount === null ? '' : String(line.quantity),
      price: line.unit_amount === null ? '' : format(line.unit_amount),
      amount: format(line.amount),
    })
  pen.rule()
  writeRow(sheet, { ...empty, description: words.subtotal, amount: format(invoice.subtotal) })
  if (invoice.tax_percent !== null) {
    const rate = words.tax(formatInvoicePercent(locale, invoice.tax_percent))
    writeRow(sheet, { ...empty, description: rate, amount: format(invoice.tax) })
  }
  writeRow(
    sheet,
    { ...empty, description: words.total, amount: format(invoice.total) },
    { size: 12, is_bold: true },
  )
}

function writeFoot({ pen, texts: words, invoice }: InvoicePage) {
  const { bank } = invoice.seller as Seller
  pen.gap(14)
  if (invoice.reverse_charge) pen.write(words.reverse, { size: 9 }).gap(8)
  if (invoice.state === 'VOID') return
  if (invoice.total === 0) pen.write(words.nothingDue)
  else if (bank !== '') {
    pen.write(words.payTo, { size: 9, color: colors.faint }).write(bank)
    pen.write(words.reference(invoice.number ?? ''))
  }
}

export async function* work(invoice: InvoiceRow): AsyncGenerator<Uint8Array> {
  const locale = locales.find((known) => known === invoice.locale) ?? 'en'
  const words = invoiceTexts[locale]
  const title = `${words.invoice} ${invoice.number}`
  const pen = new Pen(title, (page) => `${title} · ${words.page(page)}`)
  const sheet: InvoicePage = { pen, texts: words, locale, invoice }
  pen.pdf.addPage()
  writeHead(sheet)
  writeTable(sheet)
  writeFoot(sheet)
  yield* pen.end()
}
