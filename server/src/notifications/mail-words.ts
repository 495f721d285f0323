import { english, type NotificationWords } from '@plumbline/contract/notifications/words'
import german from '@plumbline/contract/notifications/words.de'
import spanish from '@plumbline/contract/notifications/words.es'
import french from '@plumbline/contract/notifications/words.fr'
import type { Locale } from '@plumbline/contract/users/users'

/** The words around notifications in a mail. Those of each are the sidebar's own. */
export interface MailWords {
  sentences: NotificationWords
  /** of several */
  subject: (count: number) => string
  /** of several, all of one project */
  subjectIn: (count: number, project: string) => string
  /** above those of no project */
  elsewhere: string
  invited: string
  more: (count: number) => string
  open: string
  closing: string
  settings: string
  /** ends mails of the one type that is in it */
  endThese: string
  endAll: string
}

const words: Record<Locale, MailWords> = {
  en: {
    sentences: english,
    subject: (count) => `${count} new notifications`,
    subjectIn: (count, project) => `${project}: ${count} new notifications`,
    elsewhere: 'Other',
    invited: 'Answer the invitation',
    more: (count) => `and ${count} more`,
    open: 'Open Plumbline',
    closing: 'You get this mail because your notification settings say so.',
    settings: 'Choose what you get',
    endThese: 'No more mails like this',
    endAll: 'No more mails about notifications',
  },
  de: {
    sentences: german,
    subject: (count) => `${count} neue Benachrichtigungen`,
    subjectIn: (count, project) => `${project}: ${count} neue Benachrichtigungen`,
    elsewhere: 'Sonstiges',
    invited: 'Zur Einladung',
    more: (count) => `und ${count} weitere`,
    open: 'Plumbline öffnen',
    closing: 'Sie erhalten diese Mail, weil Ihre Benachrichtigungen so eingestellt sind.',
    settings: 'Auswählen, was Sie erhalten',
    endThese: 'Keine solchen Mails mehr',
    endAll: 'Keine Mails zu Benachrichtigungen mehr',
  },
  fr: {
    sentences: french,
    subject: (count) => `${count} nouvelles notifications`,
    subjectIn: (count, project) => `${project} : ${count} nouvelles notifications`,
    elsewhere: 'Autres',
    invited: 'Répondre à l’invitation',
    more: (count) => (count === 1 ? 'et une autre' : `et ${count} autres`),
    open: 'Ouvrir Plumbline',
    closing: 'Vous recevez ce message car vos réglages de notification le prévoient.',
    settings: 'Choisir ce que vous recevez',
    endThese: 'Ne plus recevoir de tels messages',
    endAll: 'Ne plus recevoir de messages sur les notifications',
  },
  es: {
    sentences: spanish,
    subject: (count) => `${count} notificaciones nuevas`,
    subjectIn: (count, project) => `${project}: ${count} notificaciones nuevas`,
    elsewhere: 'Otras',
    invited: 'Responder a la invitación',
    more: (count) => `y ${count} más`,
    open: 'Abrir Plumbline',
    closing: 'Recibe este correo porque así está en sus ajustes de notificación.',
    settings: 'Elegir lo que recibe',
    endThese: 'No recibir más correos como este',
    endAll: 'No recibir más correos sobre notificaciones',
  },
}

export const wordsIn = (locale: Locale): MailWords => words[locale]
