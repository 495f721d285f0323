import { counter } from '../app/language.ts'
import type { MarkerText } from './text.ts'

const count = counter('fr')

const french: MarkerText = {
  newIssue: 'Nouvelle remarque ici',
  openIn3d: 'Ouvrir en 3D',
  nearest: 'Remarques ouvertes les plus proches',
  none: 'Rien n’est ouvert ici',
  noneHint: 'Ce qui est à reprendre ici commence par « Nouvelle remarque ici ».',
  metres: (distance) => `à ${distance} m`,
  withoutPlace: 'à ce niveau',
  unknown: 'Ce code n’ouvre rien',
  unknownHint: 'Il a été révoqué, ou vous n’êtes pas membre de son projet.',
  join: 'Rejoindre avec un code',
  toProjects: 'Aller aux projets',
  sheets: 'Feuilles QR',
  sheetsHint:
    'Imprimée et affichée, chacune ouvre son lieu sur tout téléphone : le niveau, les remarques ouvertes les plus proches et une nouvelle.',
  markers: (number) => count(number, 'repère', 'repères'),
  size: 'Code, mm',
  paper: 'Papier',
  allAsPdf: 'Tout imprimer (PDF)',
  allAsZip: 'Tout en SVG (ZIP)',
  add: 'Ajouter un repère',
  edit: (label) => `Modifier le repère ${label}`,
  save: 'Enregistrer',
  sheetOf: (label, format) => `Feuille de ${label} en ${format}`,
  revoke: 'Révoquer',
  revokeOf: (label) => `Révoquer le repère ${label}`,
  revokeTitle: 'Révoquer le repère',
  revokeHint: (label) =>
    `Ce qui est imprimé pour ${label} n’ouvre plus rien. Le lieu reçoit un nouveau code.`,
  label: 'Libellé',
  level: 'Niveau',
  section: 'Zone',
  no: 'Aucun',
  east: 'Est, m',
  north: 'Nord, m',
  height: 'Hauteur, m',
  heading: 'Direction, °',
  headingHelp: 'Où l’on regarde en le lisant, sens horaire depuis le nord',
}
export default french
