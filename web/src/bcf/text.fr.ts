import { counter } from '../base/language.ts'
import type { BcfText } from './text.ts'

const count = counter('fr')
const issues = (number: number) => count(number, 'remarque', 'remarques')
const numbers = new Intl.NumberFormat('fr')

const french: BcfText = {
  importBcf: 'Importer un BCF',
  onlyEditors: 'Seuls les éditeurs et administrateurs du projet peuvent importer des remarques',
  file: 'Fichiers BCF',
  chooseFile: 'Choisir des fichiers BCF',
  fileHelp:
    'BCF 1.0 à 3.0 (.bcf, .bcfzip), 2 Go chacun au plus. Un aperçu s’affiche avant toute modification.',
  fileTooLarge: 'Un fichier BCF peut faire 2 Go au plus. Exportez moins de remarques à la fois.',
  fileWrongType: 'Choisissez un fichier .bcf ou .bcfzip',
  offline: 'Vous êtes hors ligne. Aucun fichier ne peut être envoyé.',
  sending: (name, at, of) => `Envoi de ${name}${of > 1 ? ` (${at} sur ${of})` : ''}`,
  cancelUpload: 'Annuler l’envoi',
  continuesWhenClosed: 'Se poursuit après la fermeture de la fenêtre.',
  recent: 'Importations des 30 derniers jours',
  noRecent: 'Aucun fichier BCF n’a été importé ces 30 derniers jours',
  recentFailed: 'Les importations précédentes n’ont pas pu être chargées',
  by: (name, at) => `${name}, ${at}`,
  somebody: 'Ancien membre',
  states: {
    READING: 'En lecture',
    READY: 'En attente d’une décision',
    APPLYING: 'En cours d’importation',
    DONE: 'Importé',
    FAILED: 'Échoué',
    CANCELLED: 'Abandonné',
  },
  topics: issues,

  loadFailed: 'Cette importation n’a pas pu être chargée, ou elle n’existe plus',
  reading: (name) => `Lecture de ${name}`,
  applying: (name) => `Importation de ${name}`,
  another: 'Choisir un autre fichier',
  close: 'Fermer',
  finish: 'Terminer',
  later: 'Décider plus tard',
  discard: 'Abandonner cette importation',
  bcfVersionAndProject: (version, project) => `BCF ${version}${project ? `, projet « ${project} »` : ''}`,
  importThem: (number) => `Importer ${issues(number)}`,
  onlyNew: (number) => `Importer seulement les nouvelles (${numbers.format(number)})`,
  nothing: 'Il n’y a rien à importer',
  warnings: 'Problèmes dans le fichier',
  times: (number) => `${numbers.format(number)} fois`,

  outcomes: {
    NEW: 'Nouvelles',
    CHANGED: 'Modifiées',
    CONFLICT: 'Conflits',
    SAME: 'Inchangées',
    DELETED: 'Supprimées ici',
  },
  outcomeHelp: {
    NEW: 'Ces remarques ne sont pas encore dans ce projet.',
    CHANGED:
      'Ces remarques existent déjà ici. Leurs champs diffèrent, ou elles reçoivent de nouveaux commentaires, points de vue ou documents.',
    CONFLICT:
      'Des champs de ces remarques ont été modifiés ici et dans le fichier depuis le dernier échange. La modification la plus récente l’emporte.',
    SAME: 'Le fichier n’apporte rien à ces remarques. Les différences viennent de modifications faites ici depuis le dernier échange.',
    DELETED: 'Ces remarques ont été supprimées ici et le restent.',
  },
  preview: 'Aperçu de l’importation',
  rowsFailed: 'Les remarques n’ont pas pu être chargées',
  more: 'Afficher plus',
  adds: (comments, views, documents) =>
    [
      comments > 0 && count(comments, 'commentaire', 'commentaires'),
      views > 0 && count(views, 'point de vue', 'points de vue'),
      documents > 0 && count(documents, 'document', 'documents'),
    ]
      .filter(Boolean)
      .join(', '),
  added: (what) => `Ajoute ${what}`,
  ours: 'Ici',
  theirs: 'Dans le fichier',
  empty: 'vide',
  why: {
    together: 'Les deux : fusionnés',
    fileOnly: 'Fichier : modifié seulement là',
    fileLater: 'Fichier : modifié plus tard',
    hereOnly: 'Ici : modifié seulement ici',
    hereLater: 'Ici : modifié plus tard',
  },
  fields: {
    title: 'Titre',
    description: 'Description',
    topic_type: 'Type',
    topic_status: 'Statut',
    priority: 'Priorité',
    labels: 'Étiquettes',
    reference_links: 'Liens',
    trade: 'Corps d’état',
    level: 'Niveau',
    section: 'Zone',
    assigned_to: 'Responsable',
    due_date: 'Échéance',
    comment: 'Commentaire',
    stage: 'Phase',
    index: 'Ordre',
    bim_snippet: 'Extrait',
    files: 'Maquettes',
  },

  people: 'Personnes',
  peopleHint:
    'Ces adresses n’appartiennent à aucun membre du projet. Choisissez un membre pour chacune, ou gardez l’adresse du fichier.',
  knownPeople: (number) => `${count(number, 'adresse est celle', 'adresses sont celles')} d’un membre.`,
  inTopics: (number) => `dans ${issues(number)}`,
  keepAddress: 'Garder l’adresse',
  memberFor: (author) => `Membre pour ${author}`,

  doneTitle: (number) => count(number, 'remarque importée', 'remarques importées'),
  doneNothing: 'Aucune modification n’était nécessaire',
  doneCounts: (outcome, number) => `${outcome} : ${numbers.format(number)}`,
  showTheseIssues: 'Afficher ces remarques',
  showIssues: 'Afficher les remarques issues de BCF',
  cancelled: 'Cette importation a été abandonnée. Rien n’a été importé.',
}
export default french
