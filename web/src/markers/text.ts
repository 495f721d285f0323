import { catalogue } from '../base/language.ts'

const english = {
  newIssue: 'New issue here',
  openIn3d: 'Open in 3D',
  nearest: 'Nearest open issues',
  none: 'No open issues nearby',
  noneHint: 'Use “New issue here” to report something to be fixed.',
  metres: (distance: string) => `${distance} m away`,
  withoutPlace: 'no location in the model',
  unknown: 'This code is not valid',
  unknownHint: 'It was revoked, or you are not a member of its project.',
  join: 'Join with a code',
  toProjects: 'Go to projects',
  sheets: 'QR sheets',
  sheetsHint:
    'Print the sheets and put them up on site. Scanning one with a phone shows its level and the nearest open issues and lets people report a new one.',
  size: 'Code size, mm',
  paper: 'Paper',
  allAsPdf: 'Print all (PDF)',
  allAsZip: 'All as SVG (ZIP)',
  add: 'Add marker',
  edit: (label: string) => `Edit marker ${label}`,
  save: 'Save',
  sheetOf: (label: string) => `Sheet of ${label}`,
  asFile: (format: string) => `Sheet as ${format}`,
  openMarkerPage: 'Open its page',
  revoke: 'Revoke',
  revokeOf: (label: string) => `Revoke marker ${label}`,
  revokeTitle: 'Revoke marker',
  revokeHint: (label: string) => `Printed sheets of ${label} stop working. The location gets a new code.`,
  label: 'Label',
  level: 'Level',
  section: 'Section',
  no: 'None',
  east: 'East, m',
  north: 'North, m',
  height: 'Height, m',
  heading: 'Direction, °',
  headingHelp: 'Viewing direction when reading the sheet, clockwise from north',
  place: 'Place a QR sheet',
  placeHint: 'Choose the wall, column or door where the sheet will hang.',
  notUpright: 'Sheets hang on upright faces. Choose a wall, a column or a door.',
  sheet: 'Sheet',
  newSheet: 'New sheet',
  createSheet: 'Create sheet',
  moveSheet: 'Move sheet here',
  placed: (label: string) => `${label} is placed. Print the sheet and put it up there.`,
  print: 'Print sheet',
  chosenPlace: 'Chosen place',
  scanned: (label: string) => `Sheet ${label}`,
}
export type MarkerText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    markers: MarkerText
  }
}

export const useMarkerText = catalogue('markers', english)
