import type { SyncStatusText } from './status-text.ts'

const german: SyncStatusText = {
  badge: (number) => `Auf diesem Gerät gespeichert: ${number}`,
  syncing: 'Wird abgeglichen',
  attention: 'Braucht Aufmerksamkeit',
  reach: {
    NETWORK: 'Sie sind offline.',
    PORTAL: 'Dieses Netz verlangt erst eine Anmeldung.',
    SERVER: 'Der Server ist gerade nicht in Betrieb.',
    ANSWER: 'Der Server antwortet nicht.',
  },
  asOf: (time) => `Sie sehen den Stand von ${time}.`,
  notHere: 'Nicht alles auf dieser Seite ist auf diesem Gerät.',
  kept: 'Was Sie schreiben, bleibt hier und wird später gesendet.',
  sessionEnded: 'Ihre Sitzung ist beendet. Melden Sie sich an, um zu senden, was auf diesem Gerät wartet.',
  logIn: 'Anmelden',
  updateReady: 'Eine neue Version von Plumbline ist da.',
  updateNow: 'Jetzt aktualisieren',
}
export default german
