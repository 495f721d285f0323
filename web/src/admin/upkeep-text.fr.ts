import type { UpkeepText } from './upkeep-text.ts'

const french: UpkeepText = {
  maintenance: 'Maintenance',
  maintenanceCard: {
    hint: 'Refuse les modifications de tous sauf des opérateurs et ne démarre ni conversions, ni imports, ni e-mails, ni factures. La lecture et la connexion restent possibles. Chaque page affiche votre texte.',
    text: 'Ce que les gens doivent savoir',
    textHelp: 'Une phrase, affichée en haut de chaque page',
    until: 'Fin prévue',
    untilHelp: 'Peut rester vide. La maintenance ne se termine que lorsque vous y mettez fin.',
    past: 'Ce moment est passé',
    begin: 'Commencer la maintenance',
    save: 'Modifier',
    end: 'Terminer la maintenance',
    isOn: 'Ce serveur est en maintenance.',
    begun: 'La maintenance a commencé',
    saved: 'Modifié',
    ended: 'La maintenance est terminée',
  },
}
export default french
