import { counter } from '../app/language.ts'
import type { MarkerText } from './text.ts'

const count = counter('de')

const german: MarkerText = {
  newIssue: 'Neues Issue hier',
  openIn3d: 'In 3D öffnen',
  nearest: 'Nächste offene Issues',
  none: 'Hier ist nichts offen',
  noneHint: 'Was hier in Ordnung zu bringen ist, beginnt mit „Neues Issue hier“.',
  metres: (distance) => `${distance} m entfernt`,
  withoutPlace: 'auf diesem Geschoss',
  unknown: 'Dieser Code öffnet nichts',
  unknownHint: 'Er wurde widerrufen, oder Sie sind kein Mitglied seines Projekts.',
  join: 'Mit Code beitreten',
  toProjects: 'Zu den Projekten',
  sheets: 'QR-Blätter',
  sheetsHint:
    'Gedruckt und aufgehängt öffnet jedes mit jedem Handy seinen Ort: das Geschoss, die nächsten offenen Issues und ein neues.',
  markers: (number) => count(number, 'Marker', 'Marker'),
  size: 'Code, mm',
  paper: 'Papier',
  allAsPdf: 'Alle drucken (PDF)',
  allAsZip: 'Alle als SVG (ZIP)',
  add: 'Marker hinzufügen',
  edit: (label) => `Marker ${label} bearbeiten`,
  save: 'Speichern',
  sheetOf: (label, format) => `Blatt von ${label} als ${format}`,
  revoke: 'Widerrufen',
  revokeOf: (label) => `Marker ${label} widerrufen`,
  revokeTitle: 'Marker widerrufen',
  revokeHint: (label) =>
    `Was für ${label} gedruckt ist, öffnet nichts mehr. Der Ort bekommt einen neuen Code.`,
  label: 'Beschriftung',
  level: 'Geschoss',
  section: 'Bauabschnitt',
  no: 'Keines',
  east: 'Ost, m',
  north: 'Nord, m',
  height: 'Höhe, m',
  heading: 'Richtung, °',
  headingHelp: 'Blickrichtung beim Lesen, im Uhrzeigersinn ab Nord',
}
export default german
