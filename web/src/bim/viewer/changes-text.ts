import { catalogue } from '../../base/language.ts'

/** Texts of the comparison of two versions of a file, and of an element's history. */
const english = {
  comparing: (from: number, to: number) => `Version ${from} with ${to}`,
  compareWith: (version: number) => `Compare with version ${version}`,
  changes: { added: 'Added', changed: 'Changed', removed: 'Removed' },
  reidentified: (number: number) => `${number} with another GlobalId only`,
  same: (number: number) => `${number} unchanged`,
  /** `turned`: the angle, null if the model was only moved */
  wholeMoved: (moved: string, turned: string | null) =>
    `The whole model moved by ${moved}${turned === null ? '' : ` and was turned by ${turned}`}. Only other changes are listed.`,
  changedParts: {
    name: 'Name',
    type: 'Type',
    class: 'Class',
    storey: 'Storey',
    shape: 'Shape',
    place: 'Position',
    property: 'Property',
  },
  history: 'History',
  noHistory: 'The history of this element cannot be read.',
  historyKinds: {
    first: 'In the model from here on',
    added: 'Added',
    changed: 'Changed',
    reidentified: 'Another GlobalId only',
    same: 'Unchanged',
    unknown: 'Not compared with the version before',
  },
  slider: 'Between the versions',
  versionAlone: (version: number) => `Version ${version}`,
  differences: 'Differences',
  whatChanged: 'What changed',
  anyChange: 'Any change',
  noStorey: 'No storey',
  allClasses: 'All classes',
  changesAsCsv: 'Download CSV',
  notCompared: 'These versions cannot be compared.',
}
export type ChangesText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    viewerChanges: ChangesText
  }
}

export const useChangesText = catalogue('viewerChanges', english)
