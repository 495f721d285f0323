import { counter } from '../base/language.ts'
import type { BcfText } from './text.ts'

const count = counter('fr')
const issues = (number: number) => count(number, 'remarque', 'remarques')
const numbers = new Intl.NumberFormat('fr')

const french: BcfText = {
  importBcf: 'Importer un BCF',
  onlyEditors: 'Seuls les éditeurs et administrateurs du projet importent des remarques',
  file: 'Fichiers BCF',
  chooseFile: 'Choisir des fichiers BCF',
  fileHelp:
    'BCF 2.0, 2.1 ou 3.0 (.bcf, .bcfzip), 2 Go chacun au plus. Les fichiers sont d’abord comparés ; rien ne change encore.',
  fileTooLarge: 'Un fichier BCF fait 2 Go au plus. Exportez moins de remarques à la fois.',
  fileWrongType: 'Choisissez un fichier .bcf ou .bcfzip',
  offline: 'Sans réseau, aucun fichier ne peut être envoyé',
  sending: (name, at, of) => `Envoi de ${name}${of > 1 ? ` (${at} sur ${of})` : ''}`,
  stop: 'Arrêter',
  goesOn: 'Cela continue lorsque la fenêtre est fermée.',
  recent: 'Importations des 30 derniers jours',
  noRecent: 'Aucun fichier BCF n’a été importé ces 30 derniers jours',
  recentFailed: 'Les importations précédentes n’ont pas pu être chargées',
  tryAgain: 'Réessayer',
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
  facts: (version, project) => `BCF ${version}${project ? `, projet « ${project} »` : ''}`,
  importThem: (number) => `Importer ${issues(number)}`,
  onlyNew: (number) => `Seulement les nouvelles (${numbers.format(number)})`,
  nothing: 'Le fichier ne change rien ici',
  warnings: 'Tout dans le fichier n’est pas comme il le faudrait',
  times: (number) => `${numbers.format(number)} fois`,

  outcomes: {
    NEW: 'Nouvelles',
    CHANGED: 'Modifiées',
    CONFLICT: 'En conflit',
    SAME: 'Identiques',
    DELETED: 'Supprimées ici',
  },
  outcomeHelp: {
    NEW: 'Ces remarques ne sont pas encore dans ce projet.',
    CHANGED:
      'Ces remarques sont déjà ici ; leurs champs diffèrent, ou elles reçoivent des commentaires, des points de vue ou des documents.',
    CONFLICT:
      'Des champs de ces remarques ont été modifiés ici et dans le fichier depuis le dernier échange ; la modification la plus récente compte.',
    SAME: 'Ces remarques ne contiennent rien qui ne soit déjà ici.',
    DELETED: 'Ces remarques ont été supprimées ici et le restent.',
  },
  preview: 'Ce que ferait l’importation',
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
    together: 'Les deux : réunis',
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
    'Ces adresses ne sont pas celles de membres du projet. Dites de qui il s’agit, ou laissez-les telles que dans le fichier.',
  knownPeople: (number) => `${count(number, 'adresse est celle', 'adresses sont celles')} d’un membre.`,
  inTopics: (number) => `dans ${issues(number)}`,
  asTheFile: 'Comme dans le fichier',
  whoIs: (author) => `Qui est ${author}`,

  doneTitle: (number) => count(number, 'remarque importée', 'remarques importées'),
  doneNothing: 'Rien n’a dû être modifié',
  doneCounts: (outcome, number) => `${outcome} : ${numbers.format(number)}`,
  showTheseIssues: 'Afficher ces remarques',
  showIssues: 'Afficher les remarques issues de BCF',
  cancelled: 'Cette importation a été abandonnée. Rien n’en a été importé.',
}
export default french
