import type { Locale } from '@plumbline/contract/users/users'
import type { Tx } from '../db/database.ts'
import type { Mail } from '../mail/mail.ts'
import { renderMail } from '../mail/render-mail.ts'
import type { InvoiceRow } from './draw-invoice.ts'
import { formatInvoiceAmount, formatLongDate } from './format.ts'

/** Billing mails: invoices go to the billing address, notices to the OWNER and ADMINs. */

interface MailText {
  subject: string
  lines: string[]
  action: string
  closing: string
}

interface BillingMailTexts {
  invoice: (number: string, total: string, due: string) => MailText
  invoicePaid: (number: string) => MailText
  due: (number: string, total: string, due: string) => MailText
  trialEnds: (team: string, ends: string) => MailText
  trialOver: (team: string, blocks: string) => MailText
  unpaid: (team: string, blocks: string) => MailText
  over: (team: string, blocks: string) => MailText
}

const english: BillingMailTexts = {
  invoice: (number, total, due) => ({
    subject: `Invoice ${number}`,
    lines: [`Your invoice for Plumbline is attached: ${total}, due on ${due}.`],
    action: 'Open billing',
    closing: 'You receive this e-mail because this is the billing address of your company.',
  }),
  invoicePaid: (number) => ({
    subject: `Invoice ${number}`,
    lines: ['Your invoice for Plumbline is attached. No payment is due.'],
    action: 'Open billing',
    closing: 'You receive this e-mail because this is the billing address of your company.',
  }),
  due: (number, total, due) => ({
    subject: `Invoice ${number} is due on ${due}`,
    lines: [`We have not yet received ${total} for invoice ${number}. It is attached again.`],
    action: 'Open billing',
    closing: 'If you have paid in the meantime, you can ignore this e-mail.',
  }),
  trialEnds: (team, ends) => ({
    subject: `The trial of ${team} ends on ${ends}`,
    lines: [
      'Choose a paid plan to continue as before, or switch to the free plan. You are not charged unless you choose a plan.',
    ],
    action: 'Choose a plan',
    closing: 'You receive this e-mail because you administer this company.',
  }),
  trialOver: (team, blocks) => ({
    subject: `The trial of ${team} is over`,
    lines: [
      `Choose a plan to continue. Everything works as before until ${blocks}; after that you can view and export your data, but not change it.`,
    ],
    action: 'Choose a plan',
    closing: 'You receive this e-mail because you administer this company.',
  }),
  unpaid: (team, blocks) => ({
    subject: `A payment of ${team} is overdue`,
    lines: [
      `An invoice was not paid on time. Everything works as before until ${blocks}; after that you can view and export your data, but not change it.`,
    ],
    action: 'Open billing',
    closing: 'You receive this e-mail because you administer this company.',
  }),
  over: (team, blocks) => ({
    subject: `The subscription of ${team} has ended`,
    lines: [
      `Everything works as before until ${blocks}; after that you can view and export your data, but not change it. You can subscribe again at any time.`,
    ],
    action: 'Choose a plan',
    closing: 'You receive this e-mail because you administer this company.',
  }),
}

const german: BillingMailTexts = {
  invoice: (number, total, due) => ({
    subject: `Rechnung ${number}`,
    lines: [`Ihre Rechnung für Plumbline liegt bei: ${total}, fällig am ${due}.`],
    action: 'Abrechnung öffnen',
    closing: 'Sie erhalten diese Mail, weil Rechnungen Ihrer Firma an diese Adresse gehen.',
  }),
  invoicePaid: (number) => ({
    subject: `Rechnung ${number}`,
    lines: ['Ihre Rechnung für Plumbline liegt bei. Es ist nichts zu zahlen.'],
    action: 'Abrechnung öffnen',
    closing: 'Sie erhalten diese Mail, weil Rechnungen Ihrer Firma an diese Adresse gehen.',
  }),
  due: (number, total, due) => ({
    subject: `Rechnung ${number} ist am ${due} fällig`,
    lines: [`Für die Rechnung ${number} sind noch ${total} offen. Sie liegt noch einmal bei.`],
    action: 'Abrechnung öffnen',
    closing: 'Wenn Sie inzwischen bezahlt haben, können Sie diese Mail ignorieren.',
  }),
  trialEnds: (team, ends) => ({
    subject: `Die Probezeit von ${team} endet am ${ends}`,
    lines: [
      'Wählen Sie einen Tarif, um wie bisher weiterzuarbeiten, oder den kostenlosen. Ohne Ihre Wahl wird nichts berechnet.',
    ],
    action: 'Tarif wählen',
    closing: 'Sie erhalten diese Mail, weil Sie diese Firma verwalten.',
  }),
  trialOver: (team, blocks) => ({
    subject: `Die Probezeit von ${team} ist vorbei`,
    lines: [
      `Wählen Sie einen Tarif, um weiterzuarbeiten. Bis ${blocks} geht alles wie bisher; danach lässt sich alles lesen und exportieren, aber nicht ändern.`,
    ],
    action: 'Tarif wählen',
    closing: 'Sie erhalten diese Mail, weil Sie diese Firma verwalten.',
  }),
  unpaid: (team, blocks) => ({
    subject: `Eine Zahlung von ${team} ist überfällig`,
    lines: [
      `Eine Rechnung wurde nicht rechtzeitig bezahlt. Bis ${blocks} geht alles wie bisher; danach lässt sich alles lesen und exportieren, aber nicht ändern.`,
    ],
    action: 'Abrechnung öffnen',
    closing: 'Sie erhalten diese Mail, weil Sie diese Firma verwalten.',
  }),
  over: (team, blocks) => ({
    subject: `Das Abonnement von ${team} ist beendet`,
    lines: [
      `Bis ${blocks} geht alles wie bisher; danach lässt sich alles lesen und exportieren, aber nicht ändern. Sie können jederzeit wieder abonnieren.`,
    ],
    action: 'Tarif wählen',
    closing: 'Sie erhalten diese Mail, weil Sie diese Firma verwalten.',
  }),
}

const french: BillingMailTexts = {
  invoice: (number, total, due) => ({
    subject: `Facture ${number}`,
    lines: [`Votre facture Plumbline est jointe : ${total}, à payer avant le ${due}.`],
    action: 'Ouvrir la facturation',
    closing: 'Vous recevez ce message car les factures de votre entreprise sont envoyées à cette adresse.',
  }),
  invoicePaid: (number) => ({
    subject: `Facture ${number}`,
    lines: ['Votre facture Plumbline est jointe. Aucun paiement n’est dû.'],
    action: 'Ouvrir la facturation',
    closing: 'Vous recevez ce message car les factures de votre entreprise sont envoyées à cette adresse.',
  }),
  due: (number, total, due) => ({
    subject: `La facture ${number} est à payer avant le ${due}`,
    lines: [`Nous n’avons pas encore reçu ${total} pour la facture ${number}. Elle est jointe à nouveau.`],
    action: 'Ouvrir la facturation',
    closing: 'Si vous avez payé entre-temps, ignorez ce message.',
  }),
  trialEnds: (team, ends) => ({
    subject: `L’essai de ${team} se termine le ${ends}`,
    lines: [
      'Choisissez une formule pour continuer comme avant, ou la formule gratuite. Rien n’est facturé sans votre choix.',
    ],
    action: 'Choisir une formule',
    closing: 'Vous recevez ce message car vous administrez cette entreprise.',
  }),
  trialOver: (team, blocks) => ({
    subject: `L’essai de ${team} est terminé`,
    lines: [
      `Choisissez une formule pour continuer. Tout fonctionne comme avant jusqu’au ${blocks} ; ensuite tout reste consultable et exportable, mais plus modifiable.`,
    ],
    action: 'Choisir une formule',
    closing: 'Vous recevez ce message car vous administrez cette entreprise.',
  }),
  unpaid: (team, blocks) => ({
    subject: `Un paiement de ${team} est en retard`,
    lines: [
      `Une facture n’a pas été payée à temps. Tout fonctionne comme avant jusqu’au ${blocks} ; ensuite tout reste consultable et exportable, mais plus modifiable.`,
    ],
    action: 'Ouvrir la facturation',
    closing: 'Vous recevez ce message car vous administrez cette entreprise.',
  }),
  over: (team, blocks) => ({
    subject: `L’abonnement de ${team} est terminé`,
    lines: [
      `Tout fonctionne comme avant jusqu’au ${blocks} ; ensuite tout reste consultable et exportable, mais plus modifiable. Vous pouvez vous réabonner à tout moment.`,
    ],
    action: 'Choisir une formule',
    closing: 'Vous recevez ce message car vous administrez cette entreprise.',
  }),
}

const spanish: BillingMailTexts = {
  invoice: (number, total, due) => ({
    subject: `Factura ${number}`,
    lines: [`Se adjunta su factura de Plumbline: ${total}, con vencimiento el ${due}.`],
    action: 'Abrir la facturación',
    closing: 'Recibe este mensaje porque las facturas de su empresa se envían a esta dirección.',
  }),
  invoicePaid: (number) => ({
    subject: `Factura ${number}`,
    lines: ['Se adjunta su factura de Plumbline. No hay nada que pagar.'],
    action: 'Abrir la facturación',
    closing: 'Recibe este mensaje porque las facturas de su empresa se envían a esta dirección.',
  }),
  due: (number, total, due) => ({
    subject: `La factura ${number} vence el ${due}`,
    lines: [`Aún no hemos recibido ${total} por la factura ${number}. Se adjunta de nuevo.`],
    action: 'Abrir la facturación',
    closing: 'Si ya ha pagado, puede ignorar este mensaje.',
  }),
  trialEnds: (team, ends) => ({
    subject: `La prueba de ${team} termina el ${ends}`,
    lines: ['Elija un plan para seguir como hasta ahora, o el gratuito. No se cobra nada sin su elección.'],
    action: 'Elegir un plan',
    closing: 'Recibe este mensaje porque administra esta empresa.',
  }),
  trialOver: (team, blocks) => ({
    subject: `La prueba de ${team} ha terminado`,
    lines: [
      `Elija un plan para continuar. Todo funciona como hasta ahora hasta el ${blocks}; después se puede leer y exportar, pero no cambiar.`,
    ],
    action: 'Elegir un plan',
    closing: 'Recibe este mensaje porque administra esta empresa.',
  }),
  unpaid: (team, blocks) => ({
    subject: `Un pago de ${team} está atrasado`,
    lines: [
      `Una factura no se ha pagado a tiempo. Todo funciona como hasta ahora hasta el ${blocks}; después se puede leer y exportar, pero no cambiar.`,
    ],
    action: 'Abrir la facturación',
    closing: 'Recibe este mensaje porque administra esta empresa.',
  }),
  over: (team, blocks) => ({
    subject: `La suscripción de ${team} ha terminado`,
    lines: [
      `Todo funciona como hasta ahora hasta el ${blocks}; después se puede leer y exportar, pero no cambiar. Puede volver a suscribirse en cualquier momento.`,
    ],
    action: 'Elegir un plan',
    closing: 'Recibe este mensaje porque administra esta empresa.',
  }),
}

const texts: Record<Locale, BillingMailTexts> = { en: english, de: german, fr: french, es: spanish }

function buildMail(to: string, locale: Locale, words: MailText, url: string): Mail {
  const { action, ...rest } = words
  return renderMail(to, { ...rest, locale, action: { label: action, url } })
}

const BILLING_PATH = '/account?part=plan'

/** The mail with a new invoice, or the payment reminder. */
export function buildInvoiceMail(
  { to, locale, publicUrl }: { to: string; locale: Locale; publicUrl: string },
  { number, total, currency, due_at }: InvoiceRow,
  kind: 'NEW' | 'DUE',
): Mail {
  const mailTexts = texts[locale]
  const amount = formatInvoiceAmount(locale, currency, total)
  const due = formatLongDate(locale, due_at ?? '')
  const name = number ?? ''
  const words =
    total === 0
      ? mailTexts.invoicePaid(name)
      : kind === 'NEW'
        ? mailTexts.invoice(name, amount, due)
        : mailTexts.due(name, amount, due)
  return buildMail(to, locale, words, publicUrl + BILLING_PATH)
}

export type BillingNotice = 'trialEnds' | 'trialOver' | 'unpaid' | 'over'

/** One mail for each OWNER and ADMIN in their language. `at`: end of the trial, or start of the write block. */
export async function buildNoticeMails(
  tx: Tx,
  publicUrl: string,
  teamId: string,
  notice: BillingNotice,
  at: string,
): Promise<Mail[]> {
  const rows = await tx
    .selectFrom('team_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .innerJoin('teams', 'teams.id', 'm.team_id')
    .select(['users.email', 'users.locale', 'teams.name'])
    .where('m.team_id', '=', teamId)
    .where('m.role', 'in', ['OWNER', 'ADMIN'])
    .where('users.locked_at', 'is', null)
    .orderBy('users.email')
    .execute()
  return rows.map(({ email, locale, name }) =>
    buildMail(
      email,
      locale,
      texts[locale][notice](name, formatLongDate(locale, at)),
      publicUrl + BILLING_PATH,
    ),
  )
}
