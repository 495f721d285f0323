import { englishNotificationTexts, type NotificationTexts } from '@plumbline/contract/notifications/words'
import german from '@plumbline/contract/notifications/words.de'
import spanish from '@plumbline/contract/notifications/words.es'
import french from '@plumbline/contract/notifications/words.fr'
import type { Locale } from '@plumbline/contract/users/users'

/** Texts of notification mails; each notification's own text is the same as in the app. */
export interface NotificationMailTexts {
  notifications: NotificationTexts
  /** for several notifications */
  subject: (count: number) => string
  /** for several notifications of one project */
  subjectInProject: (count: number, project: string) => string
  /** heading of notifications without a project */
  otherGroup: string
  moreCount: (count: number) => string
  open: string
  closing: string
  settings: string
  /** label of the link that ends mails of this type */
  unsubscribeType: string
  unsubscribeAll: string
}

const texts: Record<Locale, NotificationMailTexts> = {
  en: {
    notifications: englishNotificationTexts,
    subject: (count) => `${count} new notifications`,
    subjectInProject: (count, project) => `${project}: ${count} new notifications`,
    otherGroup: 'Other',
    moreCount: (count) => `and ${count} more`,
    open: 'Open Plumbline',
    closing: 'You get this mail because your notification settings say so.',
    settings: 'Choose what you get',
    unsubscribeType: 'No more mails like this',
    unsubscribeAll: 'No more mails about notifications',
  },
  de: {
    notifications: german,
    subject: (count) => `${count} neue Benachrichtigungen`,
    subjectInProject: (count, project) => `${project}: ${count} neue Benachrichtigungen`,
    otherGroup: 'Sonstiges',
    moreCount: (count) => `und ${count} weitere`,
    open: 'Plumbline öffnen',
    closing: 'Sie erhalten diese Mail, weil Ihre Benachrichtigungen so eingestellt sind.',
    settings: 'Auswählen, was Sie erhalten',
    unsubscribeType: 'Keine solchen Mails mehr',
    unsubscribeAll: 'Keine Mails zu Benachrichtigungen mehr',
  },
  fr: {
    notifications: french,
    subject: (count) => `${count} nouvelles notifications`,
    subjectInProject: (count, project) => `${project} : ${count} nouvelles notifications`,
    otherGroup: 'Autres',
    moreCount: (count) => (count === 1 ? 'et une autre' : `et ${count} autres`),
    open: 'Ouvrir Plumbline',
    closing: 'Vous recevez ce message car vos réglages de notification le prévoient.',
    settings: 'Choisir ce que vous recevez',
    unsubscribeType: 'Ne plus recevoir de tels messages',
    unsubscribeAll: 'Ne plus recevoir de messages sur les notifications',
  },
  es: {
    notifications: spanish,
    subject: (count) => `${count} notificaciones nuevas`,
    subjectInProject: (count, project) => `${project}: ${count} notificaciones nuevas`,
    otherGroup: 'Otras',
    moreCount: (count) => `y ${count} más`,
    open: 'Abrir Plumbline',
    closing: 'Recibe este correo porque así está en sus ajustes de notificación.',
    settings: 'Elegir lo que recibe',
    unsubscribeType: 'No recibir más correos como este',
    unsubscribeAll: 'No recibir más correos sobre notificaciones',
  },
}

export const getNotificationMailTexts = (locale: Locale): NotificationMailTexts => texts[locale]
