import type { Interval, PlanSlug } from '@plumbline/contract/billing/plans'
import type { Locale } from '@plumbline/contract/users/users'

/** Texts of the invoice PDF, in the language of the buyer. */
export interface InvoiceTexts {
  invoice: string
  number: string
  date: string
  due: string
  vatNumber: string
  description: string
  quantity: string
  price: string
  amount: string
  plans: Record<PlanSlug, string>
  seats: (plan: string, interval: Interval) => string
  unused: (plan: string) => string
  discount: string
  balance: string
  subtotal: string
  tax: (percent: string) => string
  total: string
  reverse: string
  payTo: string
  reference: (number: string) => string
  nothingDue: string
  cancelled: string
  page: (number: number) => string
}

const plans = {
  free: 'Free',
  team: 'Team',
  business: 'Business',
  enterprise: 'Enterprise',
  self_hosted: 'Self-hosted',
} as const

export const invoiceTexts: Record<Locale, InvoiceTexts> = {
  en: {
    invoice: 'Invoice',
    number: 'Invoice number',
    date: 'Date',
    due: 'Due on',
    vatNumber: 'VAT number',
    description: 'Description',
    quantity: 'Seats',
    price: 'Price per seat',
    amount: 'Amount',
    plans,
    seats: (plan, interval) => `Plumbline ${plan}, per ${interval === 'YEAR' ? 'year' : 'month'}`,
    unused: (plan) => `Unused time: Plumbline ${plan}`,
    discount: 'Discount',
    balance: 'Balance',
    subtotal: 'Net amount',
    tax: (percent) => `VAT ${percent}`,
    total: 'Total',
    reverse:
      'Reverse charge: the recipient is liable for the VAT (article 196 of Council Directive 2006/112/EC).',
    payTo: 'Please pay to',
    reference: (number) => `Reference: ${number}`,
    nothingDue: 'No payment is due.',
    cancelled: 'Cancelled',
    page: (number) => `Page ${number}`,
  },
  de: {
    invoice: 'Rechnung',
    number: 'Rechnungsnummer',
    date: 'Datum',
    due: 'Fällig am',
    vatNumber: 'USt-IdNr.',
    description: 'Leistung',
    quantity: 'Plätze',
    price: 'Preis je Platz',
    amount: 'Betrag',
    plans: { ...plans, free: 'Kostenlos', self_hosted: 'Selbst betrieben' },
    seats: (plan, interval) => `Plumbline ${plan}, je ${interval === 'YEAR' ? 'Jahr' : 'Monat'}`,
    unused: (plan) => `Nicht mehr genutzt: Plumbline ${plan}`,
    discount: 'Rabatt',
    balance: 'Guthaben',
    subtotal: 'Nettobetrag',
    tax: (percent) => `Umsatzsteuer ${percent}`,
    total: 'Gesamtbetrag',
    reverse: 'Steuerschuldnerschaft des Leistungsempfängers (Artikel 196 der Richtlinie 2006/112/EG).',
    payTo: 'Bitte zahlen Sie an',
    reference: (number) => `Verwendungszweck: ${number}`,
    nothingDue: 'Es ist nichts zu zahlen.',
    cancelled: 'Storniert',
    page: (number) => `Seite ${number}`,
  },
  fr: {
    invoice: 'Facture',
    number: 'Numéro de facture',
    date: 'Date',
    due: 'Échéance',
    vatNumber: 'Numéro de TVA',
    description: 'Désignation',
    quantity: 'Places',
    price: 'Prix par place',
    amount: 'Montant',
    plans: { ...plans, free: 'Gratuit', self_hosted: 'Auto-hébergé' },
    seats: (plan, interval) => `Plumbline ${plan}, par ${interval === 'YEAR' ? 'an' : 'mois'}`,
    unused: (plan) => `Non utilisé : Plumbline ${plan}`,
    discount: 'Remise',
    balance: 'Solde',
    subtotal: 'Montant hors taxes',
    tax: (percent) => `TVA ${percent}`,
    total: 'Total',
    reverse: 'Autoliquidation : TVA due par le preneur (article 196 de la directive 2006/112/CE).',
    payTo: 'Veuillez payer à',
    reference: (number) => `Référence : ${number}`,
    nothingDue: 'Aucun paiement n’est dû.',
    cancelled: 'Annulée',
    page: (number) => `Page ${number}`,
  },
  es: {
    invoice: 'Factura',
    number: 'Número de factura',
    date: 'Fecha',
    due: 'Vencimiento',
    vatNumber: 'Número de IVA',
    description: 'Concepto',
    quantity: 'Plazas',
    price: 'Precio por plaza',
    amount: 'Importe',
    plans: { ...plans, free: 'Gratuito', self_hosted: 'Autoalojado' },
    seats: (plan, interval) => `Plumbline ${plan}, por ${interval === 'YEAR' ? 'año' : 'mes'}`,
    unused: (plan) => `Sin usar: Plumbline ${plan}`,
    discount: 'Descuento',
    balance: 'Saldo',
    subtotal: 'Importe neto',
    tax: (percent) => `IVA ${percent}`,
    total: 'Total',
    reverse:
      'Inversión del sujeto pasivo: el destinatario es deudor del IVA (artículo 196 de la Directiva 2006/112/CE).',
    payTo: 'Pague a',
    reference: (number) => `Referencia: ${number}`,
    nothingDue: 'No hay nada que pagar.',
    cancelled: 'Anulada',
    page: (number) => `Página ${number}`,
  },
}
