import { counter } from '../base/language.ts'
import type { WebhookText } from './text.ts'

const count = counter('de')

const german: WebhookText = {
  title: 'Webhooks',
  hint: 'Benachrichtigt einen anderen Server, wenn in diesem Projekt etwas geschieht. Issues, die nicht für alle Mitglieder sichtbar sind, werden nie gesendet.',
  documentation: 'API-Dokumentation',
  none: 'Dieses Projekt hat keine Webhooks.',
  add: 'Webhook hinzufügen',
  edit: 'Webhook bearbeiten',
  save: 'Speichern',
  address: 'Adresse',
  addressHelp: 'Die URL, die die Ereignisse empfängt, etwa https://example.com/plumbline.',
  addressWrong: 'Eine URL wie https://example.com/pfad eingeben',
  groups: { issues: 'Issues', models: 'Modelle', people: 'Mitglieder' },
  chooseEvents: 'Wählen Sie mindestens ein Ereignis',
  events: {
    'issue.created': 'Issue erstellt oder wiederhergestellt',
    'issue.updated': 'Issue geändert',
    'issue.deleted': 'Issue gelöscht',
    'comment.added': 'Kommentar hinzugefügt',
    'variant.completed': 'Modellversion fertig',
    'variant.failed': 'Modellversion fehlgeschlagen',
    'member.added': 'Mitglied hinzugefügt',
    'member.updated': 'Mitglied geändert',
    'member.removed': 'Mitglied entfernt',
    test: 'Test',
  },
  allEvents: 'Alle Ereignisse',
  someEvents: (number) => count(number, 'Ereignis', 'Ereignisse'),
  on: 'Ein',
  off: 'Aus',
  failing: 'Fehlerhaft',
  stopped: 'Vom Server ausgeschaltet',
  failingSince: (time) =>
    `Seit ${time} war keine Zustellung erfolgreich. Nach drei Tagen wird der Webhook ausgeschaltet.`,
  stoppedAt: (time) =>
    `Seit ${time}: Drei Tage lang schlugen die Zustellungen fehl, oder die Adresse gibt es nicht mehr. Schalten Sie ihn wieder ein, sobald der Server antwortet.`,
  actions: (address) => `Aktionen für ${address}`,
  deliveries: 'Zustellungen',
  deliveriesOf: (address) => `Zustellungen an ${address}`,
  deliveriesHint: 'Die letzten 100. Fehlgeschlagene Zustellungen werden einen Tag lang wiederholt.',
  noDeliveries: 'Noch keine Zustellungen.',
  sendTest: 'Test senden',
  switchOff: 'Ausschalten',
  switchOn: 'Einschalten',
  isOff: 'Dieser Webhook ist ausgeschaltet',
  newSecret: 'Neues Secret',
  newSecretHint: (address) =>
    `Zustellungen an ${address} werden sofort mit dem neuen Secret signiert. Tragen Sie es auf dem anderen Server ein.`,
  remove: 'Webhook löschen',
  removeHint: (address) =>
    `An ${address} wird nichts mehr gesendet, und die Liste der Zustellungen wird gelöscht.`,
  secretTitle: 'Secret kopieren',
  secretHint:
    'Es wird nur jetzt angezeigt. Der andere Server prüft damit, dass eine Zustellung von Plumbline stammt.',
  copySecret: 'Secret kopieren',
  done: 'Fertig',
  states: { WAITING: 'Wartet', DELIVERED: 'Zugestellt', FAILED: 'Gescheitert' },
  errors: {
    not_reached: 'Keine Antwort von dieser Adresse',
    not_public: 'Die Adresse liegt in einem privaten Netz',
    not_trusted: 'Keine sichere Verbindung: Prüfen Sie das Zertifikat des Servers',
    timeout: 'Keine Antwort innerhalb von 10 Sekunden',
    switched_off: 'Nicht gesendet: Der Webhook wurde ausgeschaltet',
    too_many: 'Nicht gesendet: Zu viele Zustellungen haben gewartet',
    secret_lost: 'Das Secret ist nicht mehr lesbar: Erzeugen Sie ein neues',
  },
  answered: (status, milliseconds) => `Antwort ${status} nach ${milliseconds} ms`,
  attempts: (number) => count(number, 'Versuch', 'Versuche'),
  nextAt: (time) => `nächster ${time}`,
  sendAgain: 'Erneut senden',
  sendAgainNamed: (event, time) => `Erneut senden: ${event}, ${time}`,
}
export default german
