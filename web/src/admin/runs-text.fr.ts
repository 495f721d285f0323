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
    isOpen: 'Un passage est encore ouvert',
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
  },
  reindex: {
    title: 'Données dérivées',
    hint: 'Les index d’éléments des modèles, les mots recherchables des remarques et des messages et les compteurs des remarques sont comparés à ce dont ils sont tirés, et rectifiés. Les recherches trouvent les anciennes lignes jusqu’à l’arrivée des nouvelles. S’exécute en arrière-plan, même pendant une maintenance. Équivaut à npm run operator -- reindex.',
    all: 'Tout reconstruire',
    one: 'Reconstruire',
    limit: 'Choisir',
    companies: 'Entreprises par octets stockés',
    list: (company) => `Projets de ${company}`,
    begun: (items) =>
      `${count(items, 'index attend', 'index attendent')} d’être ${items > 1 ? 'reconstruits' : 'reconstruit'}`,
    differed: (rows) =>
      `${count(rows, 'ligne différait', 'lignes différaient')} de leur source et ${rows > 1 ? 'ont été rectifiées' : 'a été rectifiée'}.`,
    same: 'Aucune ligne ne différait de sa source.',
  },
}
export default french
