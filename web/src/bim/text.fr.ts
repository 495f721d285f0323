import { counter } from '../app/language.ts'
import type { BimText } from './text.ts'

const count = counter('fr')

const french: BimText = {
  models: 'Maquettes',
  addModel: 'Ajouter une maquette',
  drop: 'Déposer un fichier IFC ici',
  dropHint:
    'IFC2X3, IFC4 ou IFC4X3, au format .ifc ou .ifczip. Le fichier est vérifié et converti, puis s’ouvre en 3D.',
  dropHelp: 'IFC au format .ifc ou .ifczip',
  viewersMayNot: 'Seuls les éditeurs et les administrateurs peuvent importer des maquettes',
  name: 'Nom',
  version: 'Version',
  versionNumber: (number) => `Version ${number}`,
  size: 'Taille',
  state: 'État',
  issues: 'Remarques',
  uploadedBy: 'Importée par',
  when: 'Date',
  actions: 'Actions',
  wholeBuilding: 'Bâtiment entier',
  open: 'Ouvrir',
  openOne: 'Ouvrir en 3D',
  openAll: 'Tout ouvrir en 3D',
  newVersion: 'Nouvelle version',
  download: 'Télécharger',
  stop: 'Arrêter',
  restart: 'Relancer',
  more: (name) => `Plus d’actions pour ${name}`,
  uploading: 'Import en cours',
  uploadOf: (name) => `Import : ${name}`,
  ofBytes: (sent, total) => `${sent} sur ${total}`,
  waiting: 'En attente',
  ready: 'Prête',
  failed: 'Échec',
  stopped: 'Arrêtée',
  cancel: 'Annuler',
  stages: {
    VALIDATE: 'Vérification du fichier',
    PARSE: 'Lecture de la structure',
    GEOMETRY: 'Création de la géométrie',
    INDEX: 'Indexation des propriétés',
    TILES: 'Préparation pour la 3D',
    DIFF: 'Comparaison des versions',
    CHECK: 'Contrôle du résultat',
  },
  notShown: (number) =>
    count(number, 'élément n’a pas pu être affiché', 'éléments n’ont pas pu être affichés'),
  warnings: 'Observations sur ce fichier',
  uploadFailed: 'L’import a échoué',
  uploadCut: 'La connexion est interrompue. L’import reprendra de lui-même à son retour.',
  loadFailed: 'Les maquettes n’ont pas pu être chargées',
  tryAgain: 'Réessayer',
}
export default french
