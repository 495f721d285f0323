import { catalogue } from '../base/language.ts'

const english = {
  newIssue: 'New issue here',
  openIn3d: 'Open in 3D',
  nearest: 'Nearest open issues',
  none: 'No open issues nearby',
  noneHint: 'Create one with “New issue here”.',
  metres: (distance: string) => `${distance} m away`,
  withoutPlace: 'no position in the model',
  unknown: 'This code is not valid',
  unknownHint: 'It was revoked, or you are not a member of its project.',
  join: 'Join with a code',
  toProjects: 'Go to projects',
  sheets: 'QR sheets',
  sheetsHint:
    'Print the sheets and put them up. Scanning one opens its place: the level, the nearest open issues, and a new issue.',
  size: 'Code size, mm',
  paper: 'Paper',
  allAsPdf: 'Print all (PDF)',
  allAsZip: 'All as SVG (ZIP)',
  add: 'Add marker',
  edit: (label: string) => `Edit marker ${label}`,
  save: 'Save',
  sheetOf: (label: string) => `Sheet of ${label}`,
  asFile: (format: string) => `Sheet as ${format}`,
  whatItOpens: 'Preview',
  revoke: 'Revoke',
  revokeOf: (label: string) => `Revoke marker ${label}`,
  revokeTitle: 'Revoke marker',
  revokeHint: (label: string) => `The printed code of ${label} stops working. The marker gets a new code.`,
  label: 'Label',
  level: 'Level',
  section: 'Section',
  no: 'None',
  east: 'East, m',
  north: 'North, m',
  height: 'Height, m',
  heading: 'Direction, °',
  headingHelp: 'Direction the reader faces, clockwise from north',
}
export type MarkerText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    markers: MarkerText
  }
}

export const useMarkerText = catalogue('markers', english)
