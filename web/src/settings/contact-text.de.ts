import type { ContactText } from './contact-text.ts'

const german: ContactText = {
  title: 'Kontakt',
  topic: 'Thema',
  topics: {
    SUPPORT: 'Hilfe bei der Nutzung',
    BUG: 'Etwas funktioniert nicht',
    FEATURE: 'Eine Idee',
    BILLING: 'Tarif und Rechnungen',
    PRIVACY: 'Meine Daten',
    SALES: 'Einsatz in unserer Firma',
  },
  name: 'Ihr Name',
  email: 'Antwortadresse',
  message: 'Nachricht',
  consent: 'Sie dürfen mir an diese Adresse antworten',
  attached: 'Wird mitgesendet',
  page: (address) => `Seite: ${address}`,
  version: (version, browser) => `Version: Plumbline ${version}, ${browser}`,
  send: 'Senden',
  sentTitle: 'Ihre Nachricht ist unterwegs',
  sent: (email) => `Wir antworten an ${email}`,
  reference: (reference) => `Ihr Aktenzeichen ist ${reference}.`,
  done: 'Fertig',
}
export default german
