import type { ContactText } from './contact-text.ts'

const french: ContactText = {
  title: 'Nous contacter',
  topic: 'Sujet',
  topics: {
    SUPPORT: 'Aide à l’utilisation',
    BUG: 'Quelque chose ne fonctionne pas',
    FEATURE: 'Idée de fonctionnalité',
    BILLING: 'Abonnement et factures',
    PRIVACY: 'Mes données',
    SALES: 'Utilisation dans notre entreprise',
  },
  name: 'Votre nom',
  email: 'Adresse pour la réponse',
  message: 'Message',
  consent: 'Vous pouvez me répondre à cette adresse',
  attached: 'Envoyé avec le message',
  page: (address) => `Page : ${address}`,
  version: (version, browser) => `Version : Plumbline ${version}, ${browser}`,
  send: 'Envoyer',
  sentTitle: 'Message envoyé',
  sent: (email) => `Nous répondrons à ${email}`,
  reference: (reference) => `Votre référence est ${reference}.`,
  done: 'Terminer',
}
export default french
