import { counter } from '../base/language.ts'
import type { RunsText } from './runs-text.ts'

const count = counter('fr')

const french: RunsText = {
  run: {
    states: { RUNNING: 'En cours', PAUSED: 'En pause', COMPLETED: 'Terminé', CANCELLED: 'Annulé' },
    started: (time) => `Commencé le ${time}`,
    progress: 'Progression',
    of: (done, all) => `${done} sur ${all}`,
    done: 'Faits',
    skipped: 'Ignorés',
    skippedHint: 'Supprimés entre-temps ou devenus inutiles',
    failed: 'Échoués',
    left: 'Restants',
    pause: 'Mettre en pause',
    resume: 'Reprendre',
    cancel: 'Annuler',
    failures: 'Échecs',
    shown: (shown, all) => `Les ${shown} premiers échecs sur ${all}`,
    version: (number) => `version ${number}`,
  },
  reconversion: {
    title: 'Modèles d’un convertisseur plus ancien',
    hint: 'Ce que cette version du serveur lit dans les modèles manque dans ceux qu’une version plus ancienne a convertis. Ils sont convertis de nouveau en arrière-plan, un par un, après ce que les gens téléversent. Chacun garde l’ancien résultat jusqu’à l’arrivée du nouveau, et aussi si une conversion échoue. Équivaut à npm run operator -- reconvert.',
    counted: (models, companies) =>
      `${count(models, 'modèle', 'modèles')} de ${count(companies, 'entreprise', 'entreprises')} ${models > 1 ? 'ont été convertis' : 'a été converti'} par une autre version.`,
    none: 'Tous les modèles ont été convertis par cette version.',
    unread: (models) => `${count(models, 'modèle est', 'modèles sont')} encore en cours d’examen.`,
    converter: (name) => `Ce serveur : ${name}`,
    all: 'Tout convertir de nouveau',
    again: 'Convertir de nouveau',
    companies: 'Entreprises avec des modèles plus anciens',
    models: (models) => count(models, 'modèle', 'modèles'),
    list: (company) => `Modèles de ${company}`,
    unknown: 'version inconnue',
    begun: (models) => `${count(models, 'modèle attend', 'modèles attendent')} une nouvelle conversion`,
    isOpen: 'Un passage est encore ouvert',
  },
}
export default french
