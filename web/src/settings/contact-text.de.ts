import type { ContactText } from './contact-text.ts'

const german: ContactText = {
  title: 'Kontakt',
  topic: 'Thema',
  topics: {
    SUPPORT: 'Hilfe bei der Nutzung',
    BUG: 'Etwas funktioniert nicht',
    FEATURE: 'Idee für eine Funktion',
    BILLING: 'Tarif und Rechnungen',
    PRIVACY: 'Meine Daten',
    SALES: 'Einsatz in unserer Firma',
  },
  name: 'Ihr Name',
  email: 'Antwortadresse',
  message: 'Nachricht',
  consent: 'Sie dürfen mir an diese Adresse antworten',
  attached: 'Wird mit Ihrer Nachricht gesendet',
  page: (address) => `Seite: ${address}`,
  version: (version, browser) => `Version: Plumbline ${version}, ${browser}`,
  send: 'Senden',
  sentTitle: 'Nachricht gesendet',
  sent: (email) => `Wir antworten an ${email}`,
  reference: (reference) => `Ihre Referenznummer ist ${reference}.`,
  done: 'Fertig',
}
export default german
