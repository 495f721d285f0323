import type { FieldIssue } from './form-values.ts'
import type { UiText } from './text.tsx'

const numbers = new Intl.NumberFormat('fr')
const percent = new Intl.NumberFormat('fr', { style: 'percent' })

const wordedFormats: Record<string, string> = {
  email: 'Saisissez une adresse e-mail, par exemple nom@entreprise.fr',
  url: 'Saisissez une adresse web, par exemple https://entreprise.fr',
  date: 'Saisissez une date',
  datetime: 'Saisissez une date et une heure',
  uuid: 'Cet identifiant n’est pas valide',
}

function frenchFieldIssue(issue: FieldIssue): string {
  const { code, origin } = issue
  if (issue.lacks) return issue.lacks === 'tick' ? 'Cochez cette case' : 'Remplissez ce champ'
  const least = numbers.format(issue.minimum ?? 0)
  const most = numbers.format(issue.maximum ?? 0)
  if (code === 'too_small' && origin === 'string') {
    return issue.minimum === 1 ? 'Remplissez ce champ' : `Saisissez au moins ${least} caractères`
  }
  if (code === 'too_big' && origin === 'string') return `Saisissez au plus ${most} caractères`
  if (code === 'too_small' && origin === 'array') return `Choisissez-en au moins ${least}`
  if (code === 'too_big' && origin === 'array') return `Choisissez-en au plus ${most}`
  if (code === 'too_small') return `Saisissez ${least} ou plus`
  if (code === 'too_big') return `Saisissez ${most} ou moins`
  if (code === 'invalid_format') return wordedFormats[issue.format ?? ''] ?? 'Le format n’est pas valide'
  if (code === 'invalid_value') return 'Choisissez une des valeurs'
  if (code === 'invalid_type') return 'Cette valeur ne convient pas ici'
  return issue.message
}

const french: UiText = {
  locale: 'fr',
  keys: { Space: 'Espace', Home: 'Début', Shift: 'Maj', Enter: 'Entrée', Delete: 'Suppr', Esc: 'Échap' },
  close: 'Fermer',
  cancel: 'Annuler',
  clear: 'Effacer',
  remove: (name) => `Retirer ${name}`,
  loading: 'Chargement…',
  loadFailed: 'Le chargement a échoué',
  tryAgain: 'Réessayer',
  noResults: 'Aucun résultat',
  showMore: (count) => `${count} de plus`,
  showOptions: 'Afficher les choix',
  optionsUnread: 'Pas encore chargé. Une nouvelle tentative suit.',
  searchFailed: 'La recherche a échoué. Continuez à saisir pour réessayer.',
  opensNewTab: '(s’ouvre dans un nouvel onglet)',
  show: 'Afficher',
  hide: 'Masquer',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  increase: 'Augmenter',
  decrease: 'Diminuer',
  codeDigit: (digit, of) => `Chiffre ${digit} sur ${of}`,
  checkFields: (count) => (count === 1 ? 'Un champ à vérifier' : `${count} champs à vérifier`),
  fieldIssue: frenchFieldIssue,
  inField: (label, problem) => `${label} : ${problem}`,
  discardQuestion: 'Fermer sans enregistrer les modifications ?',
  keepEditing: 'Continuer',
  discard: 'Ne pas enregistrer',
  draftRestored: 'Vos modifications non enregistrées ont été rétablies.',
  success: 'Terminé',
  changesApplied: 'Modifications enregistrées',
  error: 'Erreur',
  serverError: 'Erreur du serveur',
  notCopied: 'Le navigateur n’a pas copié le texte.',
  notifications: 'Messages',
  selectAll: 'Tout sélectionner',
  selectRow: (row) => `Sélectionner ${row}`,
  openRow: (row) => `Ouvrir ${row}`,
  resize: 'Redimensionner les panneaux',
  sheetHeight: 'Hauteur du panneau',
  showAsTable: 'Afficher sous forme de tableau',
  showAsChart: 'Afficher sous forme de graphique',
  total: 'Total',
  label: 'Libellé',
  value: 'Valeur',
  chooseFile: (many) => (many ? 'Choisir des fichiers' : 'Choisir un fichier'),
  dropHere: 'ou déposer ou coller ici',
  fileTooLarge: (limit) => `Ce fichier dépasse ${limit}`,
  fileWrongType: (types) => `Formats acceptés : ${types}`,
  fileTooMany: (limit) =>
    limit === 1 ? 'Choisissez un seul fichier' : `Choisissez au plus ${numbers.format(limit)} fichiers`,
  fileEmpty: 'Ce fichier est vide',
  uploadPicture: 'Importer une image',
  uploadImage: 'Choisir une image',
  pictureHelp: (limit) => `JPG ou PNG, ${limit} au plus`,
  pictureWrongType: 'Choisissez une image JPG ou PNG',
  pictureTooMany: 'Choisissez une seule image',
  pictureFrame: 'Partie visible de l’image',
  pictureFrameHelp: 'Faites-la glisser, ou utilisez les flèches et les touches + et −.',
  pictureSaved: 'Image enregistrée. Déplacez-la ou zoomez pour changer le cadrage.',
  zoom: 'Zoom',
  percent: (part) => percent.format(part),
  uploading: 'Import en cours…',
  uploadFailed: 'L’image n’a pas pu être importée',
  chooseAnother: 'Autre image',
  removePicture: 'Retirer l’image',
  save: 'Enregistrer',
  done: 'Terminer',
  copy: 'Copier',
  copied: 'Copié',
  needsConnection: 'Indisponible hors ligne',
  status: {
    OPEN: 'Ouverte',
    IN_PROGRESS: 'En cours',
    RESOLVED: 'Résolue',
    REOPENED: 'Rouverte',
    CLOSED: 'Clôturée',
    VOID: 'Sans suite',
  },
  priority: { LOW: 'Basse', MEDIUM: 'Moyenne', HIGH: 'Haute', CRITICAL: 'Critique' },
}
export default french
