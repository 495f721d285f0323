import type { UpkeepText } from './upkeep-text.ts'

const german: UpkeepText = {
  maintenance: 'Wartung',
  maintenanceCard: {
    hint: 'Lehnt Änderungen von allen außer Betreibern ab und startet keine Umwandlungen, Importe, Mails und Rechnungen. Lesen und Anmelden gehen weiter. Jede Seite zeigt Ihren Text.',
    text: 'Was die Leute wissen sollen',
    textHelp: 'Ein Satz, der über jeder Seite steht',
    until: 'Voraussichtliches Ende',
    untilHelp: 'Darf leer bleiben. Die Wartung endet erst, wenn Sie sie beenden.',
    past: 'Dieser Zeitpunkt ist vorbei',
    begin: 'Wartung beginnen',
    save: 'Ändern',
    end: 'Wartung beenden',
    isOn: 'Dieser Server wird gerade gewartet.',
    begun: 'Die Wartung hat begonnen',
    saved: 'Geändert',
    ended: 'Die Wartung ist beendet',
  },
}
export default german
