import { catalogue } from '../base/language.ts'

const english = {
  newIssue: 'New issue here',
  openIn3d: 'Open in 3D',
  nearest: 'Nearest open issues',
  none: 'Nothing is open around here',
  noneHint: 'What has to be put right here starts with “New issue here”.',
  metres: (distance: string) => `${distance} m away`,
  withoutPlace: 'without a place in the model',
  unknown: 'This code opens nothing',
  unknownHint: 'It was revoked, or you are not a member of its project.',
  join: 'Join with a code',
  toProjects: 'Go to projects',
  sheets: 'QR sheets',
  sheetsHint:
    'Printed and put up, each opens its place on any phone: the level, the nearest open issues, and a new one.',
  size: 'Code, mm',
  paper: 'Paper',
  allAsPdf: 'Print all (PDF)',
  allAsZip: 'All as SVG (ZIP)',
  add: 'Add marker',
  edit: (label: string) => `Edit marker ${label}`,
  save: 'Save',
  sheetOf: (label: string) => `Sheet of ${label}`,
  asFile: (format: string) => `Sheet as ${format}`,
  whatItOpens: 'See what it opens',
  revoke: 'Revoke',
  revokeOf: (label: string) => `Revoke marker ${label}`,
  revokeTitle: 'Revoke marker',
  revokeHint: (label: string) =>
    `What is printed for ${label} opens nothing any more. Its place gets a new code.`,
  label: 'Label',
  level: 'Level',
  section: 'Section',
  no: 'None',
  east: 'East, m',
  north: 'North, m',
  height: 'Height, m',
  heading: 'Direction, °',
  headingHelp: 'Where one looks when reading it, clockwise from north',
}
export type MarkerText = typeof english

declare module '../base/language.ts' {
  interface Texts {
    markers: MarkerText
  }
}

export const useMarkerText = catalogue('markers', english)
